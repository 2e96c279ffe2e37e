// An abstraction stands in for the server; clients need not know.

event eRequest: (from: Client, n: int);
event eReply: int;

machine Client receives eReply; sends eRequest; {
    var server: Server;

    start state Init {
        entry {
            server = new Server(10);
            send server, eRequest, (from = this, n = 1);
        }
        on eReply do (n: int) { assert n > 0; }
    }
}

machine Server receives eRequest; sends eReply; {
    var limit: int;

    start state Serve {
        entry (l: int) { limit = l; }
        on eRequest do (r: (from: Client, n: int)) { send r.from, eReply, r.n + limit; }
    }
}

machine AbstractServer receives eRequest; sends eReply; {
    start state Serve {
        entry (any_limit: int) { }
        on eRequest do (r: (from: Client, n: int)) { send r.from, eReply, 1 + choose(10); }
    }
}

test tcReal [main = Client]: { Client, Server };
test tcAbstract [main = Client]: { Client, AbstractServer -> Server };
