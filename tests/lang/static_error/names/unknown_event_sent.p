// Sending an unknown event.

machine Main {
    start state Init {
        entry {
            send this, eTick; // error: E0202
        }
    }
}
