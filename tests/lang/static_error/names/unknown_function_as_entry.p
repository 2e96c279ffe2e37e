// A named entry function that is not there.

machine Main {
    start state Init {
        entry Prepare; // error: E0205
    }
}
