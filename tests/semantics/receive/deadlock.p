// A machine that waits in a receive when nothing else can happen: a deadlock.

event eNever;

machine Main {
    start state Init {
        entry {
            print "waiting";  // prints: waiting
            receive { case eNever: { } }
        }
    }
}

// bug: deadlock
