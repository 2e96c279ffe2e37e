// Nobody is there.

machine Main {
    start state Init {
        entry {
            send null, halt; // error: E0401
        }
    }
}
