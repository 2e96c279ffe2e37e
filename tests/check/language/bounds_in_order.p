// check
// verdict: verified

// One send exceeds both: the bound of the event counts first, and is assumed.

event eFew assume 1;

machine Main {
    start state Init {
        entry {
            var a: machine;
            a = new A();
            send a, eFew;
            send a, eFew;
        }
    }
}

machine A assert 1 {
    start state Init {
        on eFew do {
        }
    }
}
