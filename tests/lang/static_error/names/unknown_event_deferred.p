// Deferring an unknown event.

machine Main {
    start state Init {
        defer eTick; // error: E0203
    }
}
