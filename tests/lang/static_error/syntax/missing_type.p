// A variable of no type.

machine Main {
    var n: ; // error: E0101

    start state Init { }
}
