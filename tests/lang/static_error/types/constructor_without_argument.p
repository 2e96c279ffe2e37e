// The machine needs its payload.

machine Server {
    start state Init {
        entry (n: int) { print format("{0}", n); }
    }
}

machine Main {
    start state Init {
        entry {
            new Server(); // error: E0414
        }
    }
}
