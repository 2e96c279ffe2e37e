// Some words are reserved in every dialect.

main machine Main {
    var state: int; // error: E0108

    start state Init { }
}
