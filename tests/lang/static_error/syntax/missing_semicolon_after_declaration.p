// A declaration without its semicolon.

event eTick // error: E0101
event eTock;

machine Main {
    start state Init {
        ignore eTick, eTock;
    }
}
