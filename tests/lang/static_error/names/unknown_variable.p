// A misspelt name.

machine Main {
    var count: int;

    start state Init {
        entry {
            count = coutn + 1; // error: E0202
        }
    }
}
