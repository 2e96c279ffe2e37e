// A program with one of everything that modern P declares.
type tId = int;
type tHandle;
enum tColor { RED = 1, GREEN = 5 }
event eReq: (from: machine, id: tId);
event eAck: tId;
event eStop;
eventset sAll = { eReq, eAck };
interface IServer(machine) receives eReq;
param gCount: int;

fun Open(name: string): tHandle;

machine Server
    receives eReq, eStop;
    sends eAck;
{
    var seen: map[tId, bool];

    start state Init {
        entry (owner: machine) {
            send owner, eAck, gCount;
            goto Serve;
        }
    }

    state Serve {
        on eReq do Handle;
        on eStop goto Done with { seen = default(map[tId, bool]); }
        exit { print "leaving"; }
    }

    state Done {
        entry { raise halt; }
        defer eReq;
        ignore eStop;
    }

    fun Handle(req: (from: machine, id: tId)) {
        if (req.id in seen) {
            return;
        }
        seen[req.id] = true;
        send req.from, eAck, req.id;
    }
}

machine Main {
    start state Init {
        entry {
            var server: machine;
            var i: int;
            server = new Server(this);
            while (i < 3) {
                send server, eReq, (from = this, id = i);
                receive {
                    case eAck: (id: tId) { assert id == i, format("got {0}", id); }
                    case eStop: { i = 3; }
                }
                i = i + 1;
            }
        }
    }
}

spec Answered observes eReq, eAck {
    start cold state Idle {
        on eReq goto Waiting;
        ignore eAck;
    }
    hot state Waiting {
        on eAck goto Idle;
        ignore eReq;
    }
}

module system = { Main, Server };
test param (gCount in [1, 2]) tcCount [main=Main]: assert Answered in system;
implementation impl [main=Main]: system;
