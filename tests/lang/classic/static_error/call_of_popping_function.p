// Nor can one that pops.

event eTick;

main machine Main {
    fun Back() { pop; }

    start state Init {
        on eTick push Below;
    }

    state Below {
        entry {
            Back(); // error: E0508
        }
    }
}
