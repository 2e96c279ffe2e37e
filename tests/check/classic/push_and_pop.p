// check
// verdict: verified
// A state on top of another one, and back; what it has no handler for pops it.

event eCall: int;
event eReturn;
event eOther: int;

main machine Main {
    var depth: int;
    var peer: machine;

    start state Idle {
        entry { peer = new Caller(this); }
        on eCall push Busy;
        on eOther goto Again;
    }

    state Again {
        entry { assert depth == 0; }
        on eCall push Busy;
    }

    state Busy {
        entry {
            depth = depth + payload as int;
            assert depth == 1;
        }
        exit { depth = 0; }
        on eReturn do { pop; };
        defer eCall;
    }
}

machine Caller {
    start state Init {
        entry {
            var m: machine;
            m = payload as machine;
            send m, eCall, 1;
            if ($) send m, eReturn; else send m, eOther, 7;
            send m, eCall, 1;
            send m, eReturn;
        }
    }
}
