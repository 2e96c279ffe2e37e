// check
// verdict: verified
// Two clients and a lock with a line of those who wait, for ever.

event eLock: machine;
event eUnlock: machine;
event eGranted;
event eIn: machine;
event eOut: machine;

machine LockServer {
    var waiting: seq[machine];

    start state Free {
        on eLock goto Held with (m: machine) { send m, eGranted; }
    }

    state Held {
        on eLock do (m: machine) { waiting += (sizeof(waiting), m); }
        on eUnlock do {
            var next: machine;
            if (sizeof(waiting) == 0) { goto Free; }
            next = waiting[0];
            waiting -= 0;
            send next, eGranted;
        }
    }
}

machine Client {
    var server: machine;

    start state Init {
        entry (s: machine) {
            server = s;
            goto Wanting;
        }
    }

    state Wanting {
        entry { send server, eLock, this; }
        on eGranted goto Inside;
    }

    state Inside {
        entry {
            announce eIn, this;
            announce eOut, this;
            send server, eUnlock, this;
            goto Wanting;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var server: machine;
            server = new LockServer();
            new Client(server);
            new Client(server);
        }
    }
}

spec Mutex observes eIn, eOut {
    var inside: set[machine];

    start state Watching {
        on eIn do (m: machine) {
            inside += (m);
            assert sizeof(inside) == 1, "two are inside";
        }
        on eOut do (m: machine) { inside -= m; }
    }
}
