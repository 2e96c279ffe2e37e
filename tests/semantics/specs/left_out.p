// Without --specs, specifications do not watch.

event eA;

spec Watch observes eA {
    start state Init {
        entry { print "never"; }
        on eA do { assert false; }
    }
}

machine Main {
    start state Init {
        entry {
            announce eA;
            send this, eA;
        }
        on eA do { print "a"; }  // prints: a
    }
}
