// check
// verdict: verified
// The same among counters, with a server that answers.

event eAsk: machine;
event eBusy;
event eDone;
event eCount;

machine Server {
    start state Init {
        on eAsk do (client: machine) { send client, eDone; }
    }
}

spec Answered observes eAsk, eDone {
    start cold state Idle { on eAsk goto Waiting; ignore eDone; }
    hot state Waiting { on eDone goto Idle; ignore eAsk; }
}

machine Counter {
    var n: int;
    start state Init {
        entry { send this, eCount; }
        on eCount do {
            n = n + 1;
            if (n == 12) { n = 0; }
            send this, eCount;
        }
    }
}

machine Main {
    var server: machine;
    start state Init {
        entry { new Counter(); new Counter(); server = new Server(); send server, eAsk, this; }
        on eBusy do { send server, eAsk, this; }
        on eDone do { }
    }
}

test tc [main=Main]: assert Answered in {Main, Server, Counter};
