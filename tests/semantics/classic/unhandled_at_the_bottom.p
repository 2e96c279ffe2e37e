// An event that no state of the stack handles is a bug, after all exits.

event ePush;
event eA;

main machine Main {
    start state Below {
        entry {
            send this, ePush;
            send this, eA;
        }
        on ePush push Top;
        exit { print "exit below"; }
    }
    state Top {
        exit { print "exit top"; }
    }
}

// bug: unhandled-event
// output:
//   exit top
//   exit below
