// It creates nothing.

event eTick;

monitor Watch {
    start state Init {
        on eTick do {
            new Main(); // error: E0601
        };
    }
}

main machine Main {
    start state Init {
        entry { new Watch(); }
    }
}
