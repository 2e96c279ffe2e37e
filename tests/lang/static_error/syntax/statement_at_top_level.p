// Statements live in functions.

event eTick;

send eTick; // error: E0101

machine Main {
    start state Init { ignore eTick; }
}
