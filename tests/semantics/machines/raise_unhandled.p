// A raised event without a handler is a bug; the exit function runs first.

event eUnit;

machine Main {
    start state A {
        entry { raise eUnit; }
        exit { print "exit"; }  // prints: exit
    }
}

// bug: unhandled-event
