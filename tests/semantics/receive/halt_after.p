// A halt behind an accepted event waits.

event eA;

machine Main {
    start state Init {
        entry {
            send this, eA;
            send this, halt;
            receive { case eA: { print "a"; } }
            print "on";
        }
        exit { print "exit"; }
    }
}

// output:
//   a
//   on
//   exit
