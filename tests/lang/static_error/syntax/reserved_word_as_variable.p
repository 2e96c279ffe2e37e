// `keys` is an operator of the language.

machine Main {
    var keys: int; // error: E0108

    start state Init { }
}
