// check
// verdict: verified
// One outcome of the fair choice ends it.

event eNext;
event eDone;

spec Ends observes eNext, eDone {
    start hot state Waiting { on eDone goto Idle; ignore eNext; }
    cold state Idle { ignore eNext, eDone; }
}

machine Main {
    var odd: bool;
    start state Init {
        entry { send this, eNext; }
        on eNext do {
            if ($$)
                announce eDone;
            odd = !odd;
            send this, eNext;
        }
    }
}

test tc [main=Main]: assert Ends in {Main};
