// A named exit function that is not there.

machine Main {
    start state Init {
        exit CleanUp; // error: E0205
    }
}
