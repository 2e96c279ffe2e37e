// Nothing is there to be passed to an exit function.

machine Main {
    fun CleanUp(n: int) { print format("{0}", n); }

    start state Init {
        entry { goto Done; }
        exit CleanUp; // error: E0307
    }
    state Done { }
}
