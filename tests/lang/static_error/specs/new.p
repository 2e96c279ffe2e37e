// A spec creates nothing.

event eTick;

machine Main {
    start state Init { ignore eTick; }
}

spec Quiet observes eTick {
    start state Init {
        on eTick do {
            new Main(); // error: E0601
        }
    }
}
