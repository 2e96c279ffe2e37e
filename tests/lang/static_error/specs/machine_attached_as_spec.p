// Only specs can be attached.

event eTick;

machine Main {
    start state Init { ignore eTick; }
}

machine Other {
    start state Init { ignore eTick; }
}

test tcOne [main = Main]: assert Other in { Main }; // error: E0605
