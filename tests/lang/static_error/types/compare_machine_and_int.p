// A machine is no number.

machine Main {
    start state Init {
        entry {
            assert this != 1; // error: E0402
        }
    }
}
