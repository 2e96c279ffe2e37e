// One machine asks another over a network that may fail.

event eAsk: machine;
event eAnswer;
event eSuspect: machine;

spec Answered observes eAsk, eAnswer {
    start cold state Idle { on eAsk goto Waiting; ignore eAnswer; }
    hot state Waiting { on eAnswer goto Idle; ignore eAsk; }
}

machine Far {
    start state Ready {
        on eAsk do (asker: machine) { send asker, eAnswer; }
    }
}

machine Main {
    var far: machine;
    start state Begin {
        entry {
            far = new Far();
            send far, eAsk, this;
        }
        on eAnswer do {}
        on eSuspect do (peer: machine) {}
    }
}

test tc [main = Main]: assert Answered in {Main, Far};
