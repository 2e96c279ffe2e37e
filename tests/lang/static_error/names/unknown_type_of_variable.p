// A variable of an unknown type.

machine Main {
    var n: integer; // error: E0207

    start state Init { }
}
