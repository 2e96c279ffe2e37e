// A machine that is never closed: what follows is still read as it is meant.

event eTick;

machine Main {
    start state Init {
        entry { send this, eTick; }
        ignore eTick;
    }

spec Quiet observes eTick { // error: E0101
    start state Init { ignore eTick; }
}

fun Wrong(): int {
    return true; // error: E0401
}

test tcOne [main = Main]: assert Quiet in { Main };
