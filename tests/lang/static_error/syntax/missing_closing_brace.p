// The machine is never closed.

machine Main {
    start state Init {
        entry { print "hello"; }
    } // error: E0101