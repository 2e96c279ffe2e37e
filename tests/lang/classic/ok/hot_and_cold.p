// The marks of states, before or without `start`.

event eTick;

monitor Alternates {
    start hot state Waiting {
        on eTick goto Resting;
    }
    cold state Resting {
        on eTick goto Neutral;
    }
    state Neutral {
        on eTick goto Waiting;
    }
}

main model Main {
    start state Init {
        entry {
            new Alternates();
            monitor Alternates, eTick;
        }
    }
}
