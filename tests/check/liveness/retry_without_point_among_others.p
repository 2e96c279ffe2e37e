// check
// verdict: bug
// One handler makes choices for ever, beside machines that count.
// bug: liveness for ever

event eGo;
event eDone;
event eBegin;
event eTick: int;

spec Ends observes eGo, eDone {
    start cold state Idle { on eGo goto Waiting; }
    hot state Waiting { on eDone goto Idle; }
}

machine Main {
    start state Init {
        entry {
            new Counter();
            new Counter();
            send this, eBegin;
        }
        on eBegin do {
            announce eGo;
            while ($) { }
            announce eDone;
        }
    }
}

machine Counter {
    start state Counting {
        entry { send this, eTick, 1; }
        on eTick do (n: int) { if (n < 6) { send this, eTick, n + 1; } }
    }
}

test tc [main = Main]: assert Ends in { Main, Counter };
