// It waits to be told.

monitor Watch {
    start state Init {
        on default do { }; // error: E0603
    }
}

main machine Main {
    start state Init {
        entry { new Watch(); }
    }
}
