// `null` cannot be announced.

machine Main {
    start state Init {
        entry {
            announce null; // error: E0504
        }
    }
}
