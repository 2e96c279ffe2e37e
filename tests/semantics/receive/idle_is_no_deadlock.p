// A machine that waits in a state is idle; that is no deadlock.

event eNever;

machine Main {
    start state Init {
        entry { print "idle"; }  // prints: idle
        on eNever do { }
    }
}
