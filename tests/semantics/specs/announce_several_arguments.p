// plait: --specs
// Several arguments of announce make a tuple.

event ePair: (int, int);

spec Watch observes ePair {
    start state Init {
        on ePair do (p: (int, int)) { print format("{0}", p); }  // prints: <1,10,>
    }
}

machine Main {
    start state Init {
        entry { announce ePair, 1, 10; }
    }
}
