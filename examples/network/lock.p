// A server lends a lock to one client after the other. Who holds the lock writes to a disk. When the
// server is told that the holder is suspected, it lends the lock to the next one. But a
// suspicion may be wrong: the old holder still writes.

event eSuspect: machine;  // from the runtime: docs/contract.md
event eAsk: machine;
event eLend: int;
event eWrite: int;

machine Server {
    var waiting: seq[machine];
    var holder: machine;
    var number: int;
    start state Lend {
        on eAsk do (client: machine) {
            waiting += (sizeof(waiting), client);
            if (holder == null)
                LendToNext();
        }
        on eSuspect do (peer: machine) {
            if (peer == holder)
                LendToNext();
        }
    }
    fun LendToNext() {
        holder = null;
        if (sizeof(waiting) > 0) {
            holder = waiting[0];
            waiting -= (0);
            number = number + 1;
            send holder, eLend, number;
        }
    }
}

machine Client {
    var disk: machine;
    start state Wait {
        entry (at: (server: machine, disk: machine)) {
            disk = at.disk;
            send at.server, eAsk, this;
        }
        on eLend do (number: int) { send disk, eWrite, number; }
    }
}

// Trusts that only one client holds the lock.
machine TrustingDisk {
    var last: int;
    start state Open {
        on eWrite do (number: int) {
            assert number > last, "an old holder writes after a new one";
            last = number;
        }
    }
}

// Refuses what comes from an old holder: the number of the loan is a fence.
machine FencedDisk {
    var last: int;
    start state Open {
        on eWrite do (number: int) {
            if (number > last)
                Write(number);
        }
    }
    fun Write(number: int) {
        assert number > last, "an old holder writes after a new one";
        last = number;
    }
}

machine TrustingMain {
    start state Init {
        entry {
            var at: (server: machine, disk: machine);
            at = (server = new Server(), disk = new TrustingDisk());
            new Client(at);
            new Client(at);
        }
    }
}

machine FencedMain {
    start state Init {
        entry {
            var at: (server: machine, disk: machine);
            at = (server = new Server(), disk = new FencedDisk());
            new Client(at);
            new Client(at);
        }
    }
}

test tcTrusting [main = TrustingMain]: { TrustingMain, Server, Client, TrustingDisk };
test tcFenced [main = FencedMain]: { FencedMain, Server, Client, FencedDisk };
