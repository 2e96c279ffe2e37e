// The handler for when nothing can be dequeued, as it was first spelled.

event eTick;

main machine Main {
    start state Init {
        defer eTick;
        entry { send this, eTick; }
        on default goto Idle;
    }

    state Idle {
        on eTick do { };
        on default do { };
    }
}
