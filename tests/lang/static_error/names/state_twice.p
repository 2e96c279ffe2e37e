// Two states of one machine.

machine Main {
    start state Init { }
    state Done { }
    state Done { } // error: E0201
}
