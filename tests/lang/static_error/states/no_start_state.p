// No state is the first.

machine Main { // error: E0302
    state Init { }
}
