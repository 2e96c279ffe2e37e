// The machine takes another payload.

machine Server {
    start state Init {
        entry (n: int) { print format("{0}", n); }
    }
}

machine Main {
    start state Init {
        entry {
            new Server("one"); // error: E0414
        }
    }
}
