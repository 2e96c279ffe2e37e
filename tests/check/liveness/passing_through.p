// check
// verdict: verified
// The monitor is cold only for a moment within each step: that counts.

event eTick;

spec Moments observes eTick {
    start hot state Hot { on eTick goto Cold; }
    cold state Cold { entry { goto Hot; } }
}

machine Main {
    start state Init {
        entry { send this, eTick; }
        on eTick do { send this, eTick; }
    }
}

test tc [main=Main]: assert Moments in {Main};
