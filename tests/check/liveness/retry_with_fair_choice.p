// check
// verdict: verified
// One handler makes choices until a fair one ends it.

event eGo;
event eDone;

spec Ends observes eGo, eDone {
    start cold state Idle { on eGo goto Waiting; }
    hot state Waiting { on eDone goto Idle; }
}

machine Main {
    start state Init {
        entry {
            announce eGo;
            while ($$) { }
            announce eDone;
        }
    }
}

test tc [main=Main]: assert Ends in {Main};
