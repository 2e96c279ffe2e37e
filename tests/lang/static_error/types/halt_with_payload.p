// `halt` carries nothing.

machine Main {
    start state Init {
        entry {
            raise halt, 1; // error: E0414
        }
    }
}
