// A named transition function that is not there.

event eTick;

machine Main {
    start state Init {
        on eTick goto Init with Work; // error: E0205
    }
}
