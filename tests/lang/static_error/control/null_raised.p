// `null` cannot be raised.

machine Main {
    start state Init {
        entry {
            raise null; // error: E0504
        }
    }
}
