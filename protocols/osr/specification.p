// What applications and the power manager expect of the driver.

// Each request is completed once; a request to set the lights is DONE only if they are set.
spec CompletedOnce observes eWaitForSwitches, eSetLights, eLit, eComplete {
    var open, lights, lit: set[int];

    start state Watching {
        on eWaitForSwitches do (r: tRequest) { open += (r.id); }
        on eSetLights do (r: tRequest) {
            open += (r.id);
            lights += (r.id);
        }
        on eLit do (id: int) { lit += (id); }
        on eComplete do (c: (id: int, status: tStatus)) {
            assert c.id in open, format("request {0} is completed twice", c.id);
            assert !(c.id in lights) || c.status != DONE || c.id in lit,
                format("request {0} is done, but the lights are not set", c.id);
            open -= (c.id);
        }
    }
}

// While the device is off, the driver leaves it alone.
spec QuietWhenOff observes eUnpowered, ePowerUp, eTransfer, eStartReader {
    start state On {
        on eUnpowered goto Off;
        ignore eTransfer, eStartReader, ePowerUp;
    }
    state Off {
        on ePowerUp goto On;
        on eTransfer, eStartReader do { assert false, "the device is off"; }
    }
}

// Each request is completed. (An application that waits for the switches cancels in the end.)
spec AllComplete observes eWaitForSwitches, eSetLights, eComplete {
    var open: int;

    start cold state Quiet {
        on eWaitForSwitches, eSetLights do Begin;
    }
    hot state Busy {
        on eWaitForSwitches, eSetLights do Begin;
        on eComplete do {
            open = open - 1;
            if (open == 0) { goto Quiet; }
        }
    }

    fun Begin() {
        open = open + 1;
        goto Busy;
    }
}
