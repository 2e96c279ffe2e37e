// Nothing leads there, not even from a state that is itself never reached.

event eTick;

machine Main {
    start state Init {
        entry { send this, eTick; }
        on eTick goto Second;
    }
    state Second { ignore eTick; }
    state Lost { ignore eTick; } // warning: W0901
    state LostToo { // warning: W0901
        on eTick goto Lost;
    }
}
