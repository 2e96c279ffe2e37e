// One choice decides whether the machine turns for ever with a hot monitor: 1 of 2, then all.
event eAsk;
event eTick;
event eAnswer;
spec Answered observes eAsk, eAnswer {
    start cold state Idle { on eAsk goto Waiting; on eAnswer do {} }
    hot state Waiting { on eAnswer goto Idle; on eAsk do {} }
}
machine Main {
    start state S {
        entry { send this, eAsk; }
        on eAsk do { if ($) send this, eTick; else send this, eAnswer; }
        on eTick do { send this, eTick; }
        on eAnswer do {}
    }
}
test tc [main = Main]: assert Answered in {Main};
