// The same as it was spelled later, among other events.

event eTick;

main machine Main {
    start state Init {
        on eTick, null goto Idle with { send this, eTick; };
    }

    state Idle {
        on null push Below;
        ignore eTick;
    }

    state Below {
        on halt do { pop; };
    }
}
