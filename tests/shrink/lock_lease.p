// Clients that lock, work and unlock for ever. The server takes the lock away from who has
// it for too long, and gives it to the next; who lost it may still be at work.
// bug: assertion two at work

event eAcquire: machine;
event eRelease: machine;
event eGranted;
event eRevoked;
event eTick;
event eEnter: machine;
event eLeave: machine;

machine Server {
    var waiting: seq[machine];
    var holder: machine;

    start state Free {
        on eAcquire do (who: machine) {
            holder = who;
            send who, eGranted;
            goto Held;
        }
        ignore eTick, eRelease;
    }

    state Held {
        on eAcquire do (who: machine) { waiting += (sizeof(waiting), who); }
        on eRelease do (who: machine) {
            if (who == holder) { Next(); }
        }
        on eTick do {
            if (sizeof(waiting) > 0 && choose(20) == 0) {
                send holder, eRevoked;
                Next();
            }
        }
    }

    fun Next() {
        if (sizeof(waiting) == 0) {
            holder = default(machine);
            goto Free;
        }
        holder = waiting[0];
        waiting -= (0);
        send holder, eGranted;
    }
}

machine Client {
    var server: machine;

    start state Init {
        entry (s: machine) {
            server = s;
            goto Idle;
        }
    }
    state Idle {
        entry { send server, eAcquire, this; }
        on eGranted goto Working;
        ignore eRevoked, eTick;
    }
    state Working {
        entry {
            announce eEnter, this;
            send this, eTick;
        }
        on eTick do {
            if ($) { send this, eTick; } else { goto Done; }
        }
        on eRevoked goto Idle with { announce eLeave, this; }
    }
    state Done {
        entry {
            announce eLeave, this;
            send server, eRelease, this;
            goto Idle;
        }
        ignore eRevoked, eTick;
    }
}

machine Clock {
    start state Ticking {
        entry (server: machine) {
            send server, eTick;
            goto Ticking, server;
        }
    }
}

spec Exclusive observes eEnter, eLeave {
    var inside: set[machine];
    start state Watching {
        on eEnter do (who: machine) {
            inside += (who);
            assert sizeof(inside) < 2, "two at work";
        }
        on eLeave do (who: machine) { inside -= (who); }
    }
}

machine Main {
    start state Init {
        entry {
            var server: machine;
            var i: int;
            server = new Server();
            while (i < 3) {
                new Client(server);
                i = i + 1;
            }
            new Clock(server);
        }
    }
}

test tcLease [main = Main]: assert Exclusive in { Main, Server, Client, Clock };
