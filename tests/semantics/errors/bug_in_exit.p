// A bug in an exit function.

machine Main {
    start state A {
        entry { goto B; }
        exit {
            assert false, "leaving";  // bug: assertion leaving
        }
    }
    state B { }
}
