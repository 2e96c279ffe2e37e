// check
// verdict: bug
// The request may be lost on the way; then the spec stays hot.

event eRequest;
event eDone;

machine Server {
    start state Init {
        on eRequest do {
            if ($) { announce eDone; }
        }
    }
}

machine Main {
    start state Init {
        entry { send new Server(), eRequest; }
    }
}

spec Answered observes eRequest, eDone {
    start cold state Quiet {
        on eRequest goto Waiting;
    }
    hot state Waiting {
        on eDone goto Quiet;
    }
}

// bug: liveness
