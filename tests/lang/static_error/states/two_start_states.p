// A machine starts in one place.

machine Main {
    start state Init { }
    start state Begin { } // error: E0301
}
