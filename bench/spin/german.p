// German's cache coherence protocol.
//
// Clients want a copy of one thing, to read it together or to write it alone. Home
// grants, and before that takes copies back where it must: as long as it waits for
// them, requests stay in its queue.
//
// Main builds it all and is gone. `Together` holds the clients back until the last of
// them has been told to begin: what was cut off there is no execution.

param clients: int;

event eUp;              // to Main: the machine is there
event eBegin: machine;  // to a client: where home is
event eTick;            // from a client to itself: think of something to ask for

event eAskShared: int;     // to home, from the client of this number
event eAskExclusive: int;
event eReturned: int;
event eShared;             // to a client: here is the copy
event eExclusive;
event eInvalidate;         // give it back

event eAllSet;  // announced by Main with its last step
event eBegun;   // announced by a client that begins

type tRequest = (client: int, is_exclusive: bool);

machine Main {
    var all: seq[machine];
    var home: machine;

    start state Building {
        entry {
            var i: int;

            while (sizeof(all) < clients) {
                all += (sizeof(all), new Client((builder = this, number = sizeof(all))));
                receive {
                    case eUp: { }
                }
            }
            home = new Home((builder = this, clients = all));
            receive {
                case eUp: { }
            }
            while (i < clients) {
                send all[i], eBegin, home;
                i = i + 1;
            }
            announce eAllSet;
            raise halt;
        }
    }
}

machine Client {
    var number: int;
    var home: machine;

    start state Waiting {
        entry (me: (builder: machine, number: int)) {
            number = me.number;
            send me.builder, eUp;
        }
        on eBegin do (h: machine) {
            home = h;
            send this, eTick;
            announce eBegun;
            goto Without;
        }
    }

    state Without {
        on eTick do {
            if ($) {
                send home, eAskShared, number;
                goto WantShared;
            }
            send home, eAskExclusive, number;
            goto WantExclusive;
        }
    }

    state WantShared {
        on eShared do {
            send this, eTick;
            goto Shared;
        }
    }

    state Shared {
        on eTick do {
            if ($) {
                send home, eAskExclusive, number;
                goto WantExclusive;
            }
            send this, eTick;
        }
        on eInvalidate do {
            send home, eReturned, number;
            goto Without;
        }
    }

    state WantExclusive {
        on eExclusive goto Exclusive;
        on eInvalidate do {
            send home, eReturned, number;
        }
    }

    state Exclusive {
        on eInvalidate do {
            send home, eReturned, number;
            send this, eTick;
            goto Without;
        }
    }
}

machine Home {
    var client: seq[machine];
    var has: seq[bool];       // which client has a copy
    var is_exclusive: bool;   // and may write
    var request: tRequest;    // waits for copies to be returned

    start state Waiting {
        entry (me: (builder: machine, clients: seq[machine])) {
            client = me.clients;
            while (sizeof(has) < clients) {
                has += (sizeof(has), false);
            }
            send me.builder, eUp;
            goto Serving;
        }
    }

    state Serving {
        on eAskShared do (c: int) {
            if (is_exclusive) {
                goto Revoking, (client = c, is_exclusive = false);
            }
            has[c] = true;
            send client[c], eShared;
        }
        on eAskExclusive do (c: int) {
            if (true in has) {
                goto Revoking, (client = c, is_exclusive = true);
            }
            has[c] = true;
            is_exclusive = true;
            send client[c], eExclusive;
        }
    }

    state Revoking {
        entry (r: tRequest) {
            var i: int;

            request = r;
            while (i < clients) {
                if (has[i]) {
                    send client[i], eInvalidate;
                }
                i = i + 1;
            }
        }
        on eReturned do (c: int) {
            assert has[c], format("client {0} returned what it did not have", c);
            has[c] = false;
            if (!(true in has)) {
                goto Granting;
            }
        }
        defer eAskShared, eAskExclusive;
    }

    state Granting {
        entry {
            has[request.client] = true;
            is_exclusive = request.is_exclusive;
            if (is_exclusive) {
                send client[request.client], eExclusive;
            } else {
                send client[request.client], eShared;
            }
            request = default(tRequest);
            goto Serving;
        }
    }
}

spec Together observes eAllSet, eBegun {
    start state Building {
        on eBegun do {
            assume false;
        }
        on eAllSet goto Running;
    }

    state Running {
        ignore eBegun;
    }
}

test param (clients in [3, 4, 5])
    tcGerman [main = Main]: assert Together in { Main, Client, Home };
