// The same for goto.

machine Main {
    fun One(): int {
        if ($) {
            goto Done; // error: E0502
        }
        return 1;
    }

    start state Init {
        entry { print format("{0}", One()); }
    }
    state Done { }
}
