// A call of nothing.

machine Main {
    start state Init {
        entry {
            Prepare(); // error: E0205
        }
    }
}
