// check
// verdict: no-bug-found
// limits: assumptions
// The assumption of a monitor fails before anything has run.

event eA: int;

spec Never observes eA {
    start state Init {
        entry { assume false; }
        on eA do (n: int) { assert false; }
    }
}

machine Main {
    start state Init {
        entry { announce eA, 1; }
    }
}
