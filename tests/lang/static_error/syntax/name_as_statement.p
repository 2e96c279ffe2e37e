// A name alone does nothing.

machine Main {
    var n: int;

    start state Init {
        entry {
            n; // error: E0109
        }
    }
}
