// check
// verdict: verified
// Bounds that hold: two events in the machine's queue, one of them of a kind.

event eLeft assert 1;
event eRight assert 1;

machine Table assert 2 {
    start state Init {
        on eLeft, eRight do { }
    }
}

machine Side {
    start state Init {
        entry (p: (m: machine, e: event)) { send p.m, p.e; }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Table();
            new Side((m = m, e = eLeft));
            new Side((m = m, e = eRight));
        }
    }
}
