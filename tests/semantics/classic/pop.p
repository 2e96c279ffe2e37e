// Pop ends the handler, runs the exit of the top state, and enters nothing.

event ePush;
event ePop;
event eAfter;

main machine Main {
    start state Below {
        entry {
            print "enter below";
            send this, ePush;
            send this, ePop;
            send this, eAfter;
        }
        on ePush push Top;
        on eAfter do { print "after"; };
        exit { print "exit below"; }
    }
    state Top {
        entry { print "enter top"; }
        on ePop do {
            print "pop";
            pop;
            assert false;
        };
        exit { print "exit top"; }
    }
}

// output:
//   enter below
//   enter top
//   pop
//   exit top
//   after
