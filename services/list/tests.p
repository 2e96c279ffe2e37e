// Clients of a list, and replicas that crash: for `plait check --network fifo --crashes 1`.

param clients: int;
param requests: int;  // of each client
param joins: int;     // replicas that come later

type tClientSetup = (number: int, gateway: machine);

machine Client {
    var setup: tClientSetup;
    var last: int;

    start state Init {
        entry (s: tClientSetup) {
            setup = s;
            goto Asking;
        }
    }

    state Asking {
        entry {
            var operations: seq[tOperation];

            last = last + 1;
            operations += (0, Chosen());
            announce eAsked, (id = Id(), operation = operations[0]);
            send setup.gateway, eRequests, (client = this, id = Id(), operations = operations);
        }
        on eReplies do (r: (id: int, results: seq[tReply])) {
            if (sizeof(r.results) == 0) { return; }
            announce eAnswered, (id = r.id, number = 0, result = r.results[0]);
            if (last < requests) { goto Asking; }
        }
    }

    fun Chosen(): tOperation {
        if (last % 2 == 1) {
            return (kind = RPUSH, key = "l", value = format("{0}", Id()), index = 0);
        }
        if ($) { return (kind = LPOP, key = "l", value = "", index = 0); }
        return (kind = LINDEX, key = "l", value = "", index = -1);
    }

    fun Id(): int {
        return 10 * setup.number + last;
    }
}

// The container of a gateway and its clients.
machine Desk {
    start state Init {
        entry (master: machine) {
            var gateway: machine;
            var i: int;

            gateway = new Gateway(master);
            while (i < clients) {
                i = i + 1;
                new Client((number = i, gateway = gateway));
            }
        }
    }
}

machine Driver {
    start state Init {
        entry {
            var master: machine;
            var i: int;

            master = new Master(null);
            new Desk(master);
            while (i < replicas + joins) {
                i = i + 1;
                new Replica((master = master, place = i, introducer = null));
            }
        }
    }
}

module lists = union chain, { Driver, Desk, Client, Gateway };

test param (replicas in [2], part in [1], clients in [1], requests in [2])
    tcListTwo [main = Driver]: assert Linearizable, OneAnswer in lists;
test param (replicas in [2], part in [1], clients in [1], requests in [2], joins in [1])
    tcListJoin [main = Driver]: assert Linearizable, OneAnswer in lists;
test param (replicas in [2], part in [1], clients in [1], requests in [1])
    tcListAnswers [main = Driver]: assert EveryAnswer in lists;

// Seeded bugs: of lists, and of the chain that replicates them.
test param (replicas in [1], part in [1], clients in [1], requests in [2], joins in [1], bug_joins_without_last in [true])
    tcBugJoinsWithoutLast [main = Driver]: assert Linearizable, OneAnswer in lists;
test param (replicas in [1], part in [1], clients in [1], requests in [2], joins in [1], bug_joins_without_numbers in [true])
    tcBugPushedTwice [main = Driver]: assert Linearizable, OneAnswer in lists;
