// The group has no such state.

event eTick;

main machine Main {
    start state Init {
        on eTick goto Work.Idle; // error: E0204
    }

    group Work {
        state Busy { ignore eTick; }
    }
}
