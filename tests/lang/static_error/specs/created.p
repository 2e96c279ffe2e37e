// A spec is attached by a test, not created.

event eTick;

spec Quiet observes eTick {
    start state Init { ignore eTick; }
}

machine Main {
    start state Init {
        entry {
            new Quiet(); // error: E0606
        }
        ignore eTick;
    }
}
