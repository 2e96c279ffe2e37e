// An event is followed by what to do.

event eTick;

machine Main {
    start state Init {
        on eTick { } // error: E0101
    }
}
