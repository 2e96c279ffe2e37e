// The same in a machine.

machine Main {
    var a: int // error: E0101
    var b: int;

    start state Init {
        entry { a = 1; b = a; }
    }
}
