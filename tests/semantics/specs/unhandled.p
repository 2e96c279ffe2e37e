// plait: --specs
// An observed event that the spec's state does not handle is a bug.

event eA;
event eB;

spec Strict observes eA, eB {
    start state Init {
        on eA goto Next;
        ignore eB;
    }
    state Next {
        on eB do { }
    }
}

machine Main {
    start state Init {
        entry {
            announce eB;
            announce eA;
            announce eB;
            print "fine so far";  // prints: fine so far
            announce eA;
            print "not reached";
        }
    }
}

// bug: unhandled-event
