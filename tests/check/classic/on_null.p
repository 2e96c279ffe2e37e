// check
// verdict: verified
// `on null` and `on default`: something is done when nothing else is.

event eJob: int;

main machine Main {
    var jobs: int;

    start state Idle {
        entry { new Giver(this); }
        on eJob do { jobs = jobs + payload; };
        on null goto Resting;
    }

    state Resting {
        on eJob goto Idle2;
    }

    state Idle2 {
        on eJob do { jobs = jobs + payload; };
        on default push Nap;
    }

    state Nap {
        entry {
            if ($) pop;
        }
        on eJob do { jobs = 0; pop; };
    }
}

model Giver {
    start state Init {
        entry {
            var m: machine;
            m = payload as machine;
            send m, eJob, 1;
            send m, eJob, 2;
            send m, eJob, 3;
        }
    }
}
