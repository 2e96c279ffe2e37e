// check
// verdict: bug
// A client asks again and again; the server says that it is busy, for ever.
// bug: liveness for ever

event eAsk: machine;
event eBusy;
event eDone;

machine Server {
    start state Init {
        on eAsk do (client: machine) { send client, eBusy; }
    }
}

spec Answered observes eAsk, eDone {
    start cold state Idle { on eAsk goto Waiting; ignore eDone; }
    hot state Waiting { on eDone goto Idle; ignore eAsk; }
}

machine Main {
    var server: machine;
    start state Init {
        entry { server = new Server(); send server, eAsk, this; }
        on eBusy do { send server, eAsk, this; }
        on eDone do { }
    }
}

test tc [main=Main]: assert Answered in {Main, Server};
