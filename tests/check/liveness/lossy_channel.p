// check
// verdict: bug
// A sender sends again until it is acknowledged, but the channel may lose every message.
// bug: liveness for ever

event eData: machine;
event eAck;
event eAgain;

spec Delivered observes eData, eAck {
    start cold state Idle { on eData goto Sent; ignore eAck; }
    hot state Sent { on eAck goto Idle; ignore eData; }
}

machine Receiver {
    start state Init {
        on eData do (from: machine) { send from, eAck; }
    }
}

machine Main {
    var receiver: machine;
    start state Init {
        entry { receiver = new Receiver(); send this, eAgain; goto Sending; }
    }
    state Sending {
        on eAgain do {
            announce eData, this;
            if ($) { send receiver, eData, this; } else { send this, eAgain; }
        }
        on eAck goto Done;
    }
    state Done { ignore eAgain, eAck; }
}

test tc [main=Main]: assert Delivered in {Main, Receiver};
