// `default` cannot name a state.

machine Main {
    start state default { } // error: E0108
}
