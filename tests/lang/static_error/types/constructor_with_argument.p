// The machine takes no payload.

machine Server {
    start state Init { }
}

machine Main {
    start state Init {
        entry {
            new Server(1); // error: E0414
        }
    }
}
