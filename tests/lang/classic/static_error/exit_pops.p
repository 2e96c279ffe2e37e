// Nor pop once more.

event eTick;

main machine Main {
    start state Init {
        on eTick push Below;
    }

    state Below {
        on eTick do { pop; };
        exit {
            pop; // error: E0309
        }
    }
}
