// All files of a program share their names.

event eTick;

machine Main {
    start state Init { ignore eTick; }
}
