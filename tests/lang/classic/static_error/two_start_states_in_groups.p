// Groups share the machine's start state.

main machine Main {
    start state Init { }

    group Work {
        start state Busy { } // error: E0301
    }
}
