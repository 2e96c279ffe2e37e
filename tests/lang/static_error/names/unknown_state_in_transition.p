// A transition to nowhere.

event eTick;

machine Main {
    start state Init {
        on eTick goto Done; // error: E0204
    }
}
