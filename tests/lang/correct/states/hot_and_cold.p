// Marks of states; `start` comes first.

event eTick;

spec Alternates observes eTick {
    start hot state Waiting {
        on eTick goto Resting;
    }
    cold state Resting {
        on eTick goto Neutral;
    }
    hot state Again {
        on eTick goto Resting;
    }
    state Neutral {
        on eTick goto Again;
    }
}
