// A client that asks again and again, and a server that may always refuse: the monitor is never
// cold again.

event eAsk: machine;
event eNo;
event eWaits;
event eServed;

machine Server {
    start state Ready {
        on eAsk do (who: machine) {
            send who, eNo;
        }
    }
}

machine Client {
    var server: machine;
    start state Ask {
        entry (s: machine) {
            server = s;
            announce eWaits;
            send server, eAsk, this;
        }
        on eNo do {
            send server, eAsk, this;
        }
    }
}

spec Served observes eWaits, eServed {
    start cold state Idle {
        on eWaits goto Waiting;
    }
    hot state Waiting {
        on eServed goto Idle;
    }
}

machine Test {
    start state Init {
        entry {
            var server: machine;
            server = new Server();
            new Client(server);
        }
    }
}

test tcLoop [main = Test]: assert Served in { Server, Client, Test };
