// The called state may go elsewhere before it pops.

event eA;
event eB;

main machine Main {
    start state Init {
        entry {
            send this, eA;
            send this, eB;
            push One;
            print "back";
        }
    }
    state One {
        on eA goto Two;
        exit { print "exit one"; }
    }
    state Two {
        entry { print "two"; }
        on eB do { pop; };
        exit { print "exit two"; }
    }
}

// output:
//   exit one
//   two
//   exit two
//   back
