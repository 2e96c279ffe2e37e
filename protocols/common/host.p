// The host of a node that stops on eStop: it answers pings for the node, and can be powered off.

machine Host {
    var node, detector: machine;

    start state Init {
        entry (n: machine) {
            node = n;
            goto Working;
        }
    }

    state Working {
        on ePing do (d: machine) { send d, ePong, this; }
        on eFail goto Failing;
        on eStop goto PoweringOff with (d: machine) { detector = d; }
    }

    // The node fails: nobody is told.
    state Failing {
        entry { send node, eStop, this; }
        on eStopped goto Failed;
        defer eStop;
        ignore ePing;
    }

    state Failed {
        on eStop do (d: machine) {
            send d, eStopped, node;
            raise halt;
        }
        ignore ePing;
    }

    state PoweringOff {
        entry { send node, eStop, this; }
        on eStopped do {
            send detector, eStopped, node;
            raise halt;
        }
        ignore ePing, eFail;
    }
}
