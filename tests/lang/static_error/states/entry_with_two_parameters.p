// An entry function takes at most the payload.

machine Main {
    fun Prepare(a: int, b: int) { print format("{0} {1}", a, b); }

    start state Init {
        entry Prepare; // error: E0306
    }
}
