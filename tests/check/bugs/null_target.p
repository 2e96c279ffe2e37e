// check
// verdict: bug
// The reply may be due before anybody has said where to.

event eReplyTo: machine;
event eAsk;
event eReply;

machine Server {
    var client: machine;

    start state Init {
        on eReplyTo do (m: machine) { client = m; }
        on eAsk do {
            send client, eReply;  // bug: null-target
        }
    }
}

machine Asker {
    start state Init {
        entry (m: machine) { send m, eAsk; }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Server();
            new Asker(m);
            send m, eReplyTo, this;
        }
        ignore eReply;
    }
}
