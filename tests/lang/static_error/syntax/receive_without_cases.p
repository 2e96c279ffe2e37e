// A receive waits for something.

machine Main {
    start state Init {
        entry {
            receive { } // error: E0101
        }
    }
}
