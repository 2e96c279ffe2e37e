// check
// verdict: verified
// What was asked is answered in the end: the spec is cold when all is over.

event eAsk: (from: machine, id: int);
event eAnswer: int;

machine Server {
    var open: seq[(from: machine, id: int)];

    start state Serving {
        on eAsk do (q: (from: machine, id: int)) {
            open += (0, q);
            if (sizeof(open) == 2) {
                send open[0].from, eAnswer, open[0].id;
                send open[1].from, eAnswer, open[1].id;
                open = default(seq[(from: machine, id: int)]);
            }
        }
    }
}

machine Client {
    start state Init {
        entry (p: (server: machine, id: int)) {
            send p.server, eAsk, (from = this, id = p.id);
        }
        ignore eAnswer;
    }
}

machine Main {
    start state Init {
        entry {
            var server: machine;
            server = new Server();
            new Client((server = server, id = 1));
            new Client((server = server, id = 2));
        }
    }
}

spec Answered observes eAsk, eAnswer {
    var open: set[int];

    start cold state Quiet {
        on eAsk do (q: (from: machine, id: int)) { goto Waiting, q.id; }
    }
    hot state Waiting {
        entry (id: int) { open += (id); }
        on eAsk do (q: (from: machine, id: int)) { goto Waiting, q.id; }
        on eAnswer do (id: int) {
            assert id in open, "an answer nobody asked for";
            open -= id;
            if (sizeof(open) == 0) { goto Quiet; }
        }
    }
}
