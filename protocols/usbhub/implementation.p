// A driver for a USB hub: devices are plugged in and out at its ports, and get an address.
//
// A device that was reset answers at address 0 until it gets its own address. So at most one device may be in this
// state: a port asks the hub for the use of address 0 before it resets its device, and gives it back when the device has its address
// or is gone. A port whose device is gone while it waits withdraws; the hub may have granted its wish already.

param ports: int;

event eConnected: int;               // to a port: a device is there; counted from 1
event eDisconnected;                 // to a port: it is gone
event eWant: machine;                // port to hub: address 0
event eYours;                        // hub to port
event eGiveBack: machine;            // port to hub
event eWithdraw: machine;            // port to hub
event eWithdrawn;                    // hub to port
event eResetDevice: (port: machine, device: int);           // port to bus
event eSetAddress: (port: machine, device: int);            // port to bus
event eBusDone: bool;                // bus to port; false: the device does not answer

// For the specification.
event eAtZero: (port: machine, yes: bool);
event eConfigured: machine;
event ePlugged: (port: machine, device: int);
event eUnplugged: machine;

machine Hub {
    var holder: machine;       // uses address 0; null: nobody
    var queue: seq[machine];   // of ports that want it

    start state Serving {
        on eWant do (port: machine) {
            queue += (sizeof(queue), port);
            Grant();
        }
        on eGiveBack do (port: machine) {
            holder = null as machine;
            Grant();
        }
        on eWithdraw do (port: machine) {
            if (port == holder || bug_usbhub_withdraws) { holder = null as machine; }
            if (port in queue) { queue -= (Find(port)); }
            send port, eWithdrawn;
            Grant();
        }
    }

    fun Grant() {
        if (holder != null || sizeof(queue) == 0) { return; }
        holder = queue[0];
        queue -= 0;
        send holder, eYours;
    }

    fun Find(port: machine): int {
        var at: int;

        while (queue[at] != port) { at = at + 1; }
        return at;
    }
}

machine Port {
    var hub, bus: machine;
    var device: int;

    start state Init {
        entry (setup: (hub: machine, bus: machine)) {
            hub = setup.hub;
            bus = setup.bus;
            goto Empty;
        }
        defer eConnected, eDisconnected;
    }

    state Empty {
        on eConnected do (d: int) {
            device = d;
            goto Waiting;
        }
    }

    state Waiting {
        entry { send hub, eWant, this; }
        on eYours goto Resetting;
        on eDisconnected goto Withdrawing;
    }

    state Withdrawing {
        entry { send hub, eWithdraw, this; }
        on eWithdrawn goto Empty;
        defer eConnected, eDisconnected;
        ignore eYours;
    }

    state Resetting {
        entry { send bus, eResetDevice, (port = this, device = device); }
        on eBusDone do (answers: bool) {
            if (answers) { goto Addressing; }
            goto Failed;
        }
        on eDisconnected goto Leaving;
    }

    state Addressing {
        entry { send bus, eSetAddress, (port = this, device = device); }
        on eBusDone do (answers: bool) {
            if (!answers) { goto Failed; }
            announce eConfigured, this;
            send hub, eGiveBack, this;
            goto Configured;
        }
        on eDisconnected goto Leaving;
    }

    // The device is gone, but the bus has not answered yet.
    state Leaving {
        on eBusDone do {
            send hub, eGiveBack, this;
            goto Empty;
        }
        defer eConnected, eDisconnected;
    }

    state Configured {
        on eDisconnected goto Empty;
    }

    // The device does not answer: it is gone, and we will be told.
    state Failed {
        entry { send hub, eGiveBack, this; }
        on eDisconnected goto Empty;
    }
}

module usbhub = { Hub, Port };
