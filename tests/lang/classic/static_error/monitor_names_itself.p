// It has no address.

event eTick: machine;

monitor Watch {
    start state Init {
        on eTick do {
            assert payload != this; // error: E0601
        };
    }
}

main machine Main {
    start state Init {
        entry { new Watch(); }
    }
}
