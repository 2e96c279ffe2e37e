// check
// verdict: verified
// A loop that only a choice ends. It may go on for ever, which is no bug here, and the
// machine beside it is not kept from running.

event eDone: int;

machine Thinker {
    start state Init {
        entry (m: machine) {
            while ($) { }
            send m, eDone, 1;
            while ($$) { }
            send m, eDone, 2;
        }
    }
}

machine Main {
    var last: int;

    start state Init {
        entry { new Thinker(this); }
        on eDone do (n: int) {
            assert n == last + 1;
            last = n;
        }
    }
}
