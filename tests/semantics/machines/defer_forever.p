// A machine with nothing but deferred events is idle; that is no bug.

event eA;

machine Main {
    start state Init {
        entry {
            send this, eA;
            print "end";  // prints: end
        }
        defer eA;
    }
}
