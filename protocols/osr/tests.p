// Applications, a power manager, and somebody who plays with the switches.

param applications: int;
param requests: int;  // of each kind, for each application
param offs: int;      // how often the device is switched off and on
param flips: int;

machine Application {
    var driver: machine;

    start state Init {
        entry (setup: (driver: machine, number: int)) {
            var id, i: int;

            driver = setup.driver;
            id = 10 * setup.number;
            while (i < requests) {
                i = i + 1;
                id = id + 1;
                send driver, eWaitForSwitches, (application = this, id = id);
                send driver, eCancel, id;
                id = id + 1;
                send driver, eSetLights, (application = this, id = id);
            }
        }
        ignore eComplete;
    }
}

machine PowerManager {
    var driver: machine;
    var left: int;

    start state Init {
        on eManage do (d: machine) {
            driver = d;
            left = offs;
            SwitchOff();
        }
        on eUnpowered do { send driver, ePowerUp; }
        on ePowered do SwitchOff;
    }

    fun SwitchOff() {
        if (left == 0) { return; }
        left = left - 1;
        send driver, ePowerDown;
    }
}

event eManage: machine;

machine Player {
    start state Init {
        entry (device: machine) {
            var i: int;

            while (i < flips) {
                i = i + 1;
                send device, eFlip;
            }
            raise halt;
        }
    }
}

machine System {
    start state Init {
        entry {
            var manager, device, driver: machine;
            var i: int;

            manager = new PowerManager();
            device = new Device();
            driver = new Driver((manager = manager, device = device));
            send manager, eManage, driver;
            while (i < applications) {
                i = i + 1;
                new Application((driver = driver, number = i));
            }
            if (flips > 0) { new Player(device); }
            raise halt;
        }
    }
}

module system = union osr, { System, Device, PowerManager, Application, Player };

test param (applications in [1], requests in [1], offs in [1], flips in [1]) tcOneApplication [main = System]:
    assert CompletedOnce, QuietWhenOff in system;
test param (applications in [1], requests in [2], offs in [1], flips in [1]) tcTwoRequests [main = System]:
    assert CompletedOnce, QuietWhenOff in system;
test param (applications in [2], requests in [1], offs in [1], flips in [1]) tcTwoApplications [main = System]:
    assert CompletedOnce, QuietWhenOff in system;
test param (applications in [3], requests in [3], offs in [3], flips in [3]) tcLarge [main = System]:
    assert CompletedOnce, QuietWhenOff in system;
test param (applications in [1], requests in [1], offs in [1], flips in [1]) tcAllComplete [main = System]:
    assert AllComplete in system;

test param (applications in [1], requests in [2], offs in [1], flips in [1], bug_osr_stays_parked in [true])
    tcBugStaysParked [main = System]: assert CompletedOnce in system;
test param (applications in [2], requests in [1], offs in [1], flips in [1], bug_osr_ends_at_once in [true])
    tcBugEndsAtOnce [main = System]: assert CompletedOnce in system;
