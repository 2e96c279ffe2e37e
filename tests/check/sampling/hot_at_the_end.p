// check
// verdict: bug
// delays: 1
// depth: 1
// A request is forgotten when the server was told to stop before.

event eRequest: machine;
event eStop;
event eReply;

machine Server {
    start state Serving {
        on eRequest do (m: machine) { send m, eReply; }
        on eStop goto Stopped;
    }
    state Stopped {
        ignore eRequest;
    }
}

machine Client {
    start state Init {
        entry (server: machine) { send server, eRequest, this; }
        ignore eReply;
    }
}

machine Main {
    start state Init {
        entry {
            var server: machine;
            server = new Server();
            new Client(server);
            send server, eStop;
        }
    }
}

spec Answered observes eRequest, eReply {
    start cold state Quiet {
        on eRequest goto Waiting;
    }
    hot state Waiting {
        on eReply goto Quiet;
    }
}

// bug: liveness
