// Nor in an expression.

event eTick;

machine Main {
    start state Init { ignore eTick; }
}

spec Quiet observes eTick {
    var m: machine;

    start state Init {
        on eTick do {
            m = new Main(); // error: E0601
        }
    }
}
