// Ignoring an unknown event.

machine Main {
    start state Init {
        ignore eTick; // error: E0203
    }
}
