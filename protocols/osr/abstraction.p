// The board: switches that people flip, lights, and a USB connection that takes its time.

event eFlip;      // somebody flips a switch
event eLit: int;  // for the specification: the lights of this request are set

machine Device {
    var driver: machine;
    var reader: bool;
    var id: int;  // of the transfer

    start state Unplugged {
        on eConnect do (d: machine) {
            driver = d;
            goto Ready;
        }
        defer eFlip;
    }

    state Ready {
        on eTransfer do (i: int) {
            id = i;
            goto Transferring;
        }
        on eAbort do { send driver, eAborted; }
        on eStartReader do { reader = true; }
        on eStopReader do StopReader;
        on eFlip do Flip;
    }

    state Transferring {
        on null do {
            announce eLit, id;
            send driver, eTransferred;
            goto Ready;
        }
        on eAbort do {
            send driver, eAborted;
            goto Ready;
        }
        on eStartReader do { reader = true; }
        on eStopReader do StopReader;
        on eFlip do Flip;
    }

    fun StopReader() {
        reader = false;
        send driver, eReaderStopped;
    }

    fun Flip() {
        if (reader) { send driver, eSwitches; }
    }
}
