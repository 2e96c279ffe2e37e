// A spec may watch machines halt.

event eTick;

spec Ends observes eTick, halt {
    start state Init {
        on eTick goto Ticked;
        ignore halt;
    }
    state Ticked { ignore eTick, halt; }
}
