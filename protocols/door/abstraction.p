// A door as the cabin sees it: it opens when the cabin arrives, reports some time later that it is closed, and may ask to open
// again, whoever wants that.

machine AnyDoor {
    var cabin: machine;
    var asked: int;  // at this stop

    start state Init {
        entry (c: machine) {
            cabin = c;
            goto Closed;
        }
    }

    state Closed {
        on eOpen do {
            asked = 0;
            goto Open;
        }
        on null do {
            if (asked < patience && $) { goto Asking; }
            goto Resting;
        }
    }

    // Nobody wants to get in any more at this stop.
    state Resting {
        on eOpen do {
            asked = 0;
            goto Open;
        }
    }

    // The cabin answers also if it has arrived meanwhile.
    state Asking {
        entry {
            asked = asked + 1;
            send cabin, eAskOpen, this;
        }
        on ePermit goto Open;
        on eRefuse goto Closed;
        on eOpen do { asked = 0; }
    }

    state Open {
        entry { announce ePanels, (motor = this, closed = false); }
        on null do {
            announce ePanels, (motor = this, closed = true);
            send cabin, eIsClosed, this;
            goto Closed;
        }
        ignore eOpen;
    }
}
