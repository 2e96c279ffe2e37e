// A lease on a resource, and a race: the server takes the lease back when time is up, but
// the holder learns of that only when the message arrives. Two may hold it at once.

event eAcquire: machine;
event eGranted;
event eRevoked;
event eExpired;
event eHolds: machine;
event eDrops: machine;

machine Server {
    var holder: machine;
    var waiting: seq[machine];

    start state Free {
        on eAcquire do (who: machine) {
            holder = who;
            send who, eGranted;
            new Clock(this);
            goto Leased;
        }
    }

    state Leased {
        on eAcquire do (who: machine) {
            waiting += (sizeof(waiting), who);
        }
        on eExpired do {
            send holder, eRevoked;
            if (sizeof(waiting) > 0) {
                holder = waiting[0];
                waiting -= 0;
                send holder, eGranted;
                new Clock(this);
            } else {
                goto Free;
            }
        }
    }
}

// Time passes whenever the scheduler says so.
machine Clock {
    start state Run {
        entry (server: machine) {
            send server, eExpired;
            raise halt;
        }
    }
}

machine Client {
    start state Wait {
        entry (server: machine) {
            send server, eAcquire, this;
        }
        on eGranted goto Holding;
    }

    state Holding {
        entry {
            announce eHolds, this;
        }
        on eRevoked goto Done;
        exit {
            announce eDrops, this;
        }
    }

    state Done { }
}

spec OneHolder observes eHolds, eDrops {
    var holders: int;

    start state Watch {
        on eHolds do (who: machine) {
            holders = holders + 1;
            assert holders <= 1, "two clients hold the lease";
        }
        on eDrops do (who: machine) {
            holders = holders - 1;
        }
    }
}

machine TwoClients {
    start state Init {
        entry {
            var server: machine;
            server = new Server();
            new Client(server);
            new Client(server);
        }
    }
}

test tcTwoClients [main = TwoClients]:
    assert OneHolder in { TwoClients, Server, Client, Clock };
