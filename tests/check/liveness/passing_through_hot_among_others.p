// check
// verdict: bug
// The monitor is hot only for a moment within each step, and never cold: that counts, too.
// Another machine counts meanwhile: the loop is found before all its counts are combined with it.
// bug: liveness for ever

event eCount: int;
event eTick;

spec Moments observes eTick {
    start state Hot { on eTick goto Cold; }
    hot state Cold { entry { goto Hot; } }
}

machine Main {
    start state Init {
        entry {
            new Counter(); send this, eTick; }
        on eTick do { send this, eTick; }
    }
}

machine Counter {
    start state Init {
        entry { send this, eCount, 0; }
        on eCount do (n: int) { if (n < 6) { send this, eCount, n + 1; } }
    }
}

test tc [main=Main]: assert Moments in {Counter, Main};
