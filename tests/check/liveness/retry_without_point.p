// check
// verdict: bug
// One handler makes choices for ever: nobody else can run, and it never comes to an end.
// bug: liveness for ever

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
            while ($) { }
            announce eDone;
        }
    }
}

test tc [main=Main]: assert Ends in {Main};
