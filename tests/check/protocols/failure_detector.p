// check
// verdict: verified
// A node is asked whether it lives. It may stop for good; only then it is reported.
// Until an answer comes the detector may become suspicious, which harms nobody.

event eAsk: machine;
event eAlive;
event eBroken;
event eDead;
event eStopped;

machine Node {
    start state Up {
        on eAsk do (m: machine) {
            if ($) {
                announce eStopped;
                send m, eBroken;
                raise halt;
            }
            send m, eAlive;
        }
    }
}

machine Detector {
    var node: machine;

    start state Init {
        entry {
            node = new Node();
            goto Asking;
        }
    }

    state Asking {
        entry { send node, eAsk, this; }
        on eAlive goto Asking;
        on eBroken goto Reporting;
        on null goto Suspecting;
    }

    state Suspecting {
        on eAlive goto Asking;
        on eBroken goto Reporting;
    }

    state Reporting {
        entry {
            announce eDead;
            send node, eAsk, this;
        }
    }
}

spec Right observes eDead, eStopped {
    start state Lives {
        on eStopped goto Stopped;
    }
    hot state Stopped {
        on eDead goto Reported;
    }
    cold state Reported { }
}

test tcDetector [main = Detector]: assert Right in { Detector, Node };
