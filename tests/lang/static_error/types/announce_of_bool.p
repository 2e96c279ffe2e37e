// A bool is no event.

machine Main {
    start state Init {
        entry {
            announce true; // error: E0409
        }
    }
}
