// Keep it or drop it, not both.

event eTick;

machine Main {
    start state Init {
        defer eTick;
        ignore eTick; // error: E0303
    }
}
