// Without a test, the machine Main is where a program begins.

event eTick;

machine Main {
    start state Init {
        entry { send this, eTick; }
        ignore eTick;
    }
}

spec Quiet observes eTick {
    start state Init { ignore eTick; }
}
