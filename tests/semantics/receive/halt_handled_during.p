// A halt that the state handles abandons the receive and is handled.

event eA;

machine Main {
    start state Init {
        entry {
            send this, halt;
            receive { case eA: { assert false; } }
            assert false, "abandoned";
        }
        on halt goto Last;
    }
    state Last {
        entry { print "last"; }  // prints: last
    }
}
