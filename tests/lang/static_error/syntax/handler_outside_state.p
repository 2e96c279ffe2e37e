// Handlers belong to a state.

event eTick;

machine Main {
    on eTick do { } // error: E0101

    start state Init { ignore eTick; }
}
