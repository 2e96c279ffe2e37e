// An exit handler has no parameter list.

machine Main {
    start state Init {
        exit (n: int) { print "leaving"; } // error: E0307
    }
}
