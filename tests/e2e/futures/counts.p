// As loop.p, but no state comes back: the monitor is hot for half of the steps.
event eAsk;
event eTick: int;
event eAnswer;
spec Answered observes eAsk, eAnswer {
    start cold state Idle { on eAsk goto Waiting; on eAnswer do {} }
    hot state Waiting { on eAnswer goto Idle; on eAsk do {} }
}
machine Main {
    start state S {
        entry { send this, eAsk; }
        on eAsk do { if ($) send this, eTick, 0; else send this, eAnswer; }
        on eTick do (n: int) { send this, eTick, n + 1; }
        on eAnswer do {}
    }
}
test tc [main = Main]: assert Answered in {Main};
