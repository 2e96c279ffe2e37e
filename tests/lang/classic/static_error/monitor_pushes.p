// It has one state at a time.

event eTick;

monitor Watch {
    start state Init {
        on eTick do {
            push Below; // error: E0601
        };
    }

    state Below { }
}

main machine Main {
    start state Init {
        entry { new Watch(); }
    }
}
