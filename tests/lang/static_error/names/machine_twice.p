// Two machines of one name.

machine Main {
    start state Init { }
}

machine Main { // error: E0201
    start state Other { }
}
