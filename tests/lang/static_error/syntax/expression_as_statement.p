// A sum is not a statement.

machine Main {
    var n: int;

    start state Init {
        entry {
            n + 1; // error: E0109
        }
    }
}
