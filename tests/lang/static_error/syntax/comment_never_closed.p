// A block comment runs to the end of the file.

machine Main {
    start state Init { }
}

/* This comment has no end. // error: E0102
machine Other {
    start state Init { }
}
