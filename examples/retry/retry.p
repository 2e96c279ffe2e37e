// A client that asks again when no answer comes in time.
//
// The timer is a machine. In checks its P code counts: it may fire at any time after it
// was started, before or after the answer. In runs timer.c takes its place, with a clock.

type tRequest = (client: machine, id: int);
type tStart = (id: int, milliseconds: int);

event eRequest: tRequest;
event eAnswer: int;
event eStart: tStart;
event eCancel;
event eTimeOut: int;
event eFire;

machine Timer {
    var owner: machine;
    var id: int;

    start state Init {
        entry (o: machine) { owner = o; goto Idle; }
    }

    state Idle {
        on eStart do (s: tStart) { id = s.id; goto Running; }
        ignore eCancel, eFire;
    }

    // What is sent to oneself comes after what others have sent before: so a cancel may
    // come in time, or too late.
    state Running {
        entry { send this, eFire; }
        on eFire do { send owner, eTimeOut, id; goto Idle; }
        on eCancel goto Idle;
    }
}

// Loses half of the requests.
machine Server {
    start state Serving {
        on eRequest do (r: tRequest) {
            if ($) { send r.client, eAnswer, r.id; }
        }
    }
}

event eBegun: int;
event eEnded: int;

machine Main {
    var server, timer: machine;
    var id, tries: int;

    start state Init {
        entry {
            server = new Server();
            timer = new Timer(this);
            goto Next;
        }
    }

    state Next {
        entry {
            if (id == 3) { goto Done; }
            id = id + 1;
            tries = 0;
            announce eBegun, id;
            goto Asking;
        }
    }

    state Asking {
        entry {
            tries = tries + 1;
            send server, eRequest, (client = this, id = id);
            send timer, eStart, (id = id, milliseconds = 20);
        }
        on eAnswer do (answered: int) {
            if (answered == id) {
                send timer, eCancel;
                print format("answer {0} after {1} tries", id, tries);
                announce eEnded, id;
                goto Next;
            }
        }
        on eTimeOut do (timed_out: int) {
            if (timed_out == id) {
                if (tries < 4) { goto Asking; }
                print format("no answer {0}", id);
                announce eEnded, id;
                goto Next;
            }
        }
    }

    state Done {
        entry {
            print "done";
            send timer, halt;
        }
        ignore eAnswer, eTimeOut;
    }
}

spec EveryRequestEnds observes eBegun, eEnded {
    var open: int;

    start cold state Idle {
        on eBegun do (id: int) { open = id; goto Waiting; }
    }
    hot state Waiting {
        on eEnded do (id: int) { assert id == open, "another request ended"; goto Idle; }
    }
}

test tcRetry [main = Main]: assert EveryRequestEnds in { Main, Server, Timer };
implementation Retry [main = Main]: assert EveryRequestEnds in { Main, Server, Timer };
