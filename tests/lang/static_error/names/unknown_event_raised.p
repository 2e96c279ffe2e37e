// Raising an unknown event.

machine Main {
    start state Init {
        entry {
            raise eTick; // error: E0202
        }
    }
}
