// check
// verdict: bug
// Both outcomes of the fair choice occur for ever, and neither of them helps.
// Another machine counts meanwhile: the loop is found before all its counts are combined with it.
// bug: liveness for ever

event eCount: int;
event eNext;
event eDone;

spec Ends observes eNext, eDone {
    start hot state Waiting { on eDone goto Idle; ignore eNext; }
    cold state Idle { ignore eNext, eDone; }
}

machine Main {
    var odd: bool;
    start state Init {
        entry {
            new Counter(); send this, eNext; }
        on eNext do {
            if ($$)
                odd = !odd;
            send this, eNext;
        }
    }
}

machine Counter {
    start state Init {
        entry { send this, eCount, 0; }
        on eCount do (n: int) { if (n < 6) { send this, eCount, n + 1; } }
    }
}

test tc [main=Main]: assert Ends in {Counter, Main};
