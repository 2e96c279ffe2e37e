// Announcing an unknown event.

machine Main {
    start state Init {
        entry {
            announce eTick; // error: E0202
        }
    }
}
