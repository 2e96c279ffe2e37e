// The same for exit functions.

fun CleanUp() { print "cleaning"; }

machine Main {
    start state Init {
        entry { goto Done; }
        exit CleanUp; // error: E0308
    }
    state Done { }
}
