// Only machines receive events.

event eTick;

machine Main {
    start state Init {
        entry {
            send 1, eTick; // error: E0401
        }
        ignore eTick;
    }
}
