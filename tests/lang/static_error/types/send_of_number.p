// A number is no event.

machine Main {
    start state Init {
        entry {
            send this, 1; // error: E0409
        }
    }
}
