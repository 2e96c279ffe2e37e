// What the bus and its users expect.

// At most one device answers at address 0.
spec OneAtZero observes eAtZero {
    var there: set[machine];

    start state Watching {
        on eAtZero do (z: (port: machine, yes: bool)) {
            if (z.yes) { there += (z.port); }
            else { there -= (z.port); }
            assert sizeof(there) <= 1, "two devices answer at address 0";
        }
    }
}

// A device that stays is configured.
spec AllConfigured observes eConfigured, ePlugged, eUnplugged {
    var waiting: set[machine];

    start cold state Quiet {
        on ePlugged do (p: (port: machine, device: int)) { Wait(p.port); }
        ignore eConfigured, eUnplugged;
    }
    hot state Waiting {
        on ePlugged do (p: (port: machine, device: int)) { Wait(p.port); }
        on eConfigured do Done;
        on eUnplugged do Done;
    }

    fun Wait(port: machine) {
        waiting += (port);
        goto Waiting;
    }

    fun Done(port: machine) {
        waiting -= (port);
        if (sizeof(waiting) == 0) { goto Quiet; }
    }
}
