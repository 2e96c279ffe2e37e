// check
// verdict: bug
// The monitor is hot only for a moment within each step, and never cold: that counts, too.
// bug: liveness for ever

event eTick;

spec Moments observes eTick {
    start state Hot { on eTick goto Cold; }
    hot state Cold { entry { goto Hot; } }
}

machine Main {
    start state Init {
        entry { send this, eTick; }
        on eTick do { send this, eTick; }
    }
}

test tc [main=Main]: assert Moments in {Main};
