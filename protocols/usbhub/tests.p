// A person at each port.

machine Driver {
    start state Init {
        entry {
            var hub, bus: machine;
            var i: int;

            hub = new Hub();
            bus = new Bus();
            while (i < ports) {
                i = i + 1;
                new Person((bus = bus, port = new Port((hub = hub, bus = bus))));
            }
            raise halt;
        }
    }
}

module system = union usbhub, { Driver, Bus, Person };

test param (ports in [1, 2], plugs in [2]) tcPlugs [main = Driver]: assert OneAtZero in system;
test param (ports in [3], plugs in [1]) tcThreePorts [main = Driver]: assert OneAtZero in system;
test param (ports in [4], plugs in [2]) tcLarge [main = Driver]: assert OneAtZero in system;
test param (ports in [2], plugs in [1, 2], stays in [true]) tcAllConfigured [main = Driver]:
    assert AllConfigured in system;

test param (ports in [3], plugs in [1], bug_usbhub_withdraws in [true]) tcBugWithdraws [main = Driver]:
    assert OneAtZero in system;
