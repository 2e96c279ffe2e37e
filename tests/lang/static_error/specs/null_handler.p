// A spec does nothing on its own.

event eTick;

spec Quiet observes eTick {
    start state Init {
        on null goto Done; // error: E0603
        ignore eTick;
    }
    state Done { ignore eTick; }
}
