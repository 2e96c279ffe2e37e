// `null` is no message.

machine Main {
    start state Init {
        entry {
            send this, null; // error: E0504
        }
    }
}
