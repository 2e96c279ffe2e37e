// A goto statement to nowhere.

machine Main {
    start state Init {
        entry {
            goto Done; // error: E0204
        }
    }
}
