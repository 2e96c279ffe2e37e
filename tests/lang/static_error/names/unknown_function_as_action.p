// A named action that is not there.

event eTick;

machine Main {
    start state Init {
        on eTick do Work; // error: E0205
    }
}
