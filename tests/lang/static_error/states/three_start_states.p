// Each start state after the first is reported.

machine Main {
    start state Init { }
    start state Begin { } // error: E0301
    start state Also { } // error: E0301
}
