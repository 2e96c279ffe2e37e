// A global function knows no states.

machine Main {
    start state Init {
        entry { Leave(); }
    }
    state Done { }
}

fun Leave() {
    goto Done; // error: E0507
}
