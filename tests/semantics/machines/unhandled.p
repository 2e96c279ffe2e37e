// An event without a handler is a bug; the exit function runs first.

event eA;

machine Main {
    start state Init {
        entry { send this, eA; }
        exit { print "exit"; }  // prints: exit
    }
}

// bug: unhandled-event
