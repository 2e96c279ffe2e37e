// Each use of a reserved word is reported where it is declared.

enum Heat { warm, hot } // error: E0108

machine Main {
    var values: int; // error: E0108

    fun print() { } // error: E0108

    start state Init { }
}
