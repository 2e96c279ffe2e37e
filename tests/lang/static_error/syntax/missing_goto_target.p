// A transition leads somewhere.

event eTick;

machine Main {
    start state Init {
        on eTick goto ; // error: E0101
    }
}
