// Two entry functions.

machine Main {
    start state Init {
        entry { print "first"; }
        entry { print "second"; } // error: E0304
    }
}
