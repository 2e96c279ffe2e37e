// The same for a variable of a machine.

machine Main {
    var n: int; // warning: W0904

    start state Init { }
}
