// A handler that is never closed ends where the next item of the state begins.

event eTick;

machine Main {
    var n: int;

    start state Init {
        entry {
            n = 1;

        on eTick do { // error: E0101
            n = true; // error: E0401
        }
    }
}
