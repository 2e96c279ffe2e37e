// It decides nothing.

event eTick;

monitor Watch {
    start state Init {
        on eTick do {
            assert $; // error: E0601
        };
    }
}

main machine Main {
    start state Init {
        entry { new Watch(); }
    }
}
