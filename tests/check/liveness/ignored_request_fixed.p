// check
// verdict: verified
// A request that comes while the server is busy waits.

event eWork;
event eAsk: machine;
event eAnswer;

spec Answered observes eAsk, eAnswer {
    start cold state Idle { on eAsk goto Waiting; ignore eAnswer; }
    hot state Waiting { on eAnswer goto Idle; ignore eAsk; }
}

machine Server {
    start state Idle {
        entry { send this, eWork; }
        on eWork goto Busy;
        on eAsk do (client: machine) { send client, eAnswer; }
    }
    state Busy {
        entry { send this, eWork; }
        on eWork goto Idle;
        defer eAsk;
    }
}

machine Main {
    start state Init {
        entry {
            var server: machine;
            server = new Server();
            send server, eAsk, this;
        }
        on eAnswer do { }
    }
}

test tc [main=Main]: assert Answered in {Main, Server};
