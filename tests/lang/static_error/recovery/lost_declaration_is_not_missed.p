// A broken declaration may have declared what is missing elsewhere: unknown
// names are then not reported, and everything else is.

event eTick: : int; // error: E0101

machine Main {
    var n: int;

    start state Init {
        entry {
            send this, eTick;
            goto Waiting;
        }
        exit { n = true; } // error: E0401
    }

    stat Waiting { // error: E0101
        ignore eTick;
    }
}
