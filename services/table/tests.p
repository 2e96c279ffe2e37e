// Clients of the table, and replicas that crash: for `plait check --network fifo --crashes 1`.

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

    // Each client writes a value of its own, which only the other one changes.
    fun Chosen(): tOperation {
        var text: string;

        text = format("{0}", Id());
        if (last % 2 == 0) { return (kind = GET, key = "k", value = "", expected = ""); }
        if ($) { return (kind = SET, key = "k", value = text, expected = ""); }
        return (kind = CAS, key = "k", value = text, expected = "11");
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

            master = new Master();
            new Desk(master);
            while (i < replicas + joins) {
                i = i + 1;
                new Replica((master = master, place = i));
            }
        }
    }
}

module table = union chain, { Driver, Desk, Client, Gateway };

test param (replicas in [2], part in [1], clients in [1], requests in [2])
    tcChainTwo [main = Driver]: assert Linearizable, OneAnswer in table;
test param (replicas in [2], part in [1], clients in [2], requests in [2])
    tcChainTwoClients [main = Driver]: assert Linearizable, OneAnswer in table;
test param (replicas in [3], part in [1], clients in [1], requests in [2])
    tcChainThree [main = Driver]: assert Linearizable, OneAnswer in table;
test param (replicas in [2], part in [1], clients in [1], requests in [2], joins in [1])
    tcChainJoin [main = Driver]: assert Linearizable, OneAnswer in table;
test param (replicas in [2], part in [1], clients in [1], requests in [1], joins in [1])
    tcAnswers [main = Driver]: assert EveryAnswer in table;
test param (replicas in [2], part in [1], clients in [1], requests in [1])
    tcAnswersTwo [main = Driver]: assert EveryAnswer in table;

// Seeded bugs.
test param (replicas in [3], part in [1], clients in [1], requests in [2], bug_answers_early in [true])
    tcBugAnswersEarly [main = Driver]: assert Linearizable, OneAnswer in table;
test param (replicas in [3], part in [1], clients in [1], requests in [2], bug_keeps_nothing in [true])
    tcBugKeepsNothing [main = Driver]: assert Linearizable, OneAnswer in table;
test param (replicas in [3], part in [1], clients in [1], requests in [1], bug_sends_nothing_again in [true])
    tcBugSendsNothingAgain [main = Driver]: assert EveryAnswer in table;
test param (replicas in [1], part in [1], clients in [1], requests in [2], joins in [1], bug_joins_as_head in [true])
    tcBugJoinsAsHead [main = Driver]: assert Linearizable, OneAnswer in table;
test param (replicas in [1], part in [1], clients in [1], requests in [2], joins in [1], bug_loses_entry in [true])
    tcBugLosesEntry [main = Driver]: assert Linearizable, OneAnswer in table;
test param (replicas in [1], part in [1], clients in [1], requests in [2], joins in [1], bug_joins_without_numbers in [true])
    tcBugJoinsWithoutNumbers [main = Driver]: assert Linearizable, OneAnswer in table;
test param (replicas in [2], part in [1], clients in [1], requests in [2], bug_cas_of_nothing in [true])
    tcBugCasOfNothing [main = Driver]: assert Linearizable, OneAnswer in table;
test param (replicas in [1], part in [1], clients in [1], requests in [1], joins in [1], bug_silent_join in [true])
    tcBugSilentJoin [main = Driver]: assert EveryAnswer in table;
test param (replicas in [2], part in [1], clients in [1], requests in [1], bug_sends_once in [true])
    tcBugSendsOnce [main = Driver]: assert EveryAnswer in table;
test param (replicas in [2], part in [1], clients in [1], requests in [2], bug_head_trusts in [true])
    tcBugHeadTrusts [main = Driver]: assert Linearizable, OneAnswer in table;
