// A map has a key type and a value type.

machine Main {
    var m: map[int]; // error: E0101

    start state Init { }
}
