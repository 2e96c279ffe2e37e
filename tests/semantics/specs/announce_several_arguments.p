// plait: --specs
// Several arguments of announce make a tuple.

event ePair: (int, string);

spec Watch observes ePair {
    start state Init {
        on ePair do (p: (int, string)) { print format("{0}", p); }  // prints: <1,one,>
    }
}

machine Main {
    start state Init {
        entry { announce ePair, 1, "one"; }
    }
}
