// Pushed states push; each pop goes back to its own push.

event eA;

main machine Main {
    start state Init {
        entry {
            print "init";
            push One;
            print "back in init";
        }
    }
    state One {
        entry {
            print "one";
            push Two;
            print "back in one";
            pop;
        }
        exit { print "exit one"; }
    }
    state Two {
        entry {
            print "two";
            send this, eA;
        }
        on eA do { pop; };
        exit { print "exit two"; }
    }
}

// output:
//   init
//   one
//   two
//   exit two
//   back in one
//   exit one
//   back in init
