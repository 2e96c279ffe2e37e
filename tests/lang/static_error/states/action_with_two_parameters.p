// An action takes at most the payload.

event ePair: (int, int);

machine Main {
    fun Work(a: int, b: int) { print format("{0} {1}", a, b); }

    start state Init {
        on ePair do Work; // error: E0306
    }
}
