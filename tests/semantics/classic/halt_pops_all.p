// A halt that nobody handles runs all exits and ends the machine.

event ePush;
event eA;

main machine Main {
    start state Below {
        entry {
            send this, ePush;
            send this, halt;
            send this, eA;
        }
        on ePush push Top;
        exit { print "exit below"; }
        on eA do { assert false; };
    }
    state Top {
        exit { print "exit top"; }
    }
}

// output:
//   exit top
//   exit below
