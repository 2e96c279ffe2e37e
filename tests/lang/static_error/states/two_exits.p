// Two exit functions.

machine Main {
    start state Init {
        entry { goto Done; }
        exit { print "first"; }
        exit { print "second"; } // error: E0305
    }
    state Done { }
}
