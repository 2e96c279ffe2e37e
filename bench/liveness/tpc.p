// A transaction that was begun is decided.

spec Decided observes ePrepare, eCommit, eAbort {
    start cold state Idle {
        on ePrepare goto Begun;
        ignore eCommit, eAbort;
    }

    hot state Begun {
        on eCommit, eAbort goto Idle;
        ignore ePrepare;
    }
}

test param (participants in [2, 3], transactions in [1, 2])
    tcDecided [main = Main]: assert Decided in { Main, Coordinator, Participant, Timer };
