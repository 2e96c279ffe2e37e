// Nothing is left to do and the monitor is hot: 1 of 2.
event eAsk;
event eAnswer;
spec Answered observes eAsk, eAnswer {
    start cold state Idle { on eAsk goto Waiting; on eAnswer do {} }
    hot state Waiting { on eAnswer goto Idle; on eAsk do {} }
}
machine Main {
    start state S {
        entry { send this, eAsk; }
        on eAsk do { if ($) send this, eAnswer; }
        on eAnswer do {}
    }
}
test tc [main = Main]: assert Answered in {Main};
