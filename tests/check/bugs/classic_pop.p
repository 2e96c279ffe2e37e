// check
// verdict: bug
// An event that pops two states and is handled by none.

event eUp;
event eLost;

main machine Main {
    start state Bottom {  // bug: unhandled-event `eLost` is not handled in state `Bottom`
        entry { new Sender(this); }
        on eUp push Middle;
    }
    state Middle {
        on eUp push Top;
    }
    state Top {
        defer eLost;
    }
}

model Sender {
    start state Init {
        entry {
            var m: machine;
            m = payload as machine;
            send m, eUp;
            if ($) send m, eUp;
            send m, eLost;
        }
    }
}
