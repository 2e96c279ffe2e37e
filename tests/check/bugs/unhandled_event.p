// check
// verdict: bug
// The answer may come when the client has given up.

event eAsk: machine;
event eAnswer;
event eCancel;

machine Server {
    start state Init {
        on eAsk do (m: machine) { send m, eAnswer; }
    }
}

machine Client {
    start state Asking {
        entry {
            send new Server(), eAsk, this;
            new Canceller(this);
        }
        on eAnswer goto Done;
        on eCancel goto Idle;
    }
    state Done { ignore eCancel; }
    state Idle { }  // bug: unhandled-event `eAnswer` is not handled in state `Idle`
}

machine Canceller {
    start state Init {
        entry (m: machine) { send m, eCancel; }
    }
}

test tcCancel [main = Client]: { Client, Server, Canceller };
