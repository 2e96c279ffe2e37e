// A spec is no part of a module.

event eTick;

spec Quiet observes eTick {
    start state Init { ignore eTick; }
}

machine Main {
    start state Init { ignore eTick; }
}

test tcOne [main = Main]: { Main, Quiet }; // error: E0606
