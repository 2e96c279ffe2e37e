// The event has no payload.

event eTick;

machine Main {
    start state Init {
        entry {
            send this, eTick, 1; // error: E0414
        }
        ignore eTick;
    }
}
