// check
// verdict: bug
// The receiver acknowledges the bit that it expects next: the sender takes that for the one
// before, and sends again, for ever.
// bug: liveness for ever

event eData: (from: machine, bit: bool);
event eAck: bool;
event eReceived;

spec Arrives observes eData, eReceived {
    start cold state Idle { on eData goto Sent; ignore eReceived; }
    hot state Sent { on eReceived goto Idle; ignore eData; }
}

machine Receiver {
    start state Init {
        on eData do (d: (from: machine, bit: bool)) {
            send d.from, eAck, !d.bit;
        }
    }
}

machine Main {
    var receiver: machine;
    var bit: bool;
    start state Init {
        entry { receiver = new Receiver(); goto Sending; }
    }
    state Sending {
        entry { send receiver, eData, (from = this, bit = bit); }
        on eAck do (acknowledged: bool) {
            if (acknowledged == bit) { bit = !bit; announce eReceived; }
            goto Sending;
        }
    }
}

test tc [main=Main]: assert Arrives in {Main, Receiver};
