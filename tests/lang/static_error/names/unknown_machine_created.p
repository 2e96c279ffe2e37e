// Creating an unknown machine.

machine Main {
    start state Init {
        entry {
            new Server(); // error: E0206
        }
    }
}
