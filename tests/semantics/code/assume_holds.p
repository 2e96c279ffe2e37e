// An assumption that holds changes nothing.

machine Main {
    start state Init {
        entry {
            assume 1 < 2;
            print "on";  // prints: on
        }
    }
}
