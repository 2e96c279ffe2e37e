// `receive` is a statement.

event receive; // error: E0108

machine Main {
    start state Init { }
}
