// It waits for what it will never see.

event eTick;
event eTock;

spec Quiet observes eTick {
    start state Init {
        ignore eTick,
            eTock; // warning: W0905
    }
}

machine Main {
    start state Init {
        entry { send this, eTick; send this, eTock; }
        ignore eTick, eTock;
    }
}
