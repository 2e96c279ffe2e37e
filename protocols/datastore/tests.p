// Clients that use a hash table or a list together.

param clients: int;
param requests: int;  // of each client
param lists: bool;    // a list, not a hash table

type tClientSetup = (number: int, service: machine);

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
            var operation: tOperation;

            last = last + 1;
            operation = Chosen();
            announce eAsked, (id = Id(), operation = operation);
            send setup.service, eRequest, (client = this, id = Id(), operation = operation);
        }
        on eResponse do (response: tResponse) {
            announce eAnswered, response;
            if (last < requests) { goto Asking; }
        }
    }

    // All is about the same place, and the values differ.
    fun Chosen(): tOperation {
        if (lists) {
            if ($) { return (kind = APPEND, place = 0, value = Id()); }
            if ($) { return (kind = TAKE, place = 0, value = 0); }
            return (kind = READ, place = 0, value = 0);
        }
        if ($) { return (kind = PUT, place = 1, value = Id()); }
        if ($) { return (kind = REMOVE, place = 1, value = 0); }
        return (kind = GET, place = 1, value = 0);
    }

    fun Id(): int {
        return 10 * setup.number + last;
    }
}

machine Driver {
    start state Init {
        entry {
            var service: machine;
            var i: int;

            service = new Service();
            while (i < clients) {
                i = i + 1;
                new Client((number = i, service = service));
            }
            raise halt;
        }
    }
}

module table = { Driver, Client, HashTable -> Learner };
module list = { Driver, Client, List -> Learner };
module over_chain = union chain_group, { Dispatcher -> Service };
module over_log = union log_group, { Dispatcher -> Service, CrashInjector };

test param (clients in [2], requests in [1, 2], executing in [true])
    tcTable [main = Driver]: assert Linearizable, OneAnswer in union table, { SingleNode -> Service };
test param (clients in [2], requests in [2], executing in [true], lists in [true])
    tcList [main = Driver]: assert Linearizable, OneAnswer in union list, { SingleNode -> Service };
test param (clients in [2], requests in [2], executing in [true])
    tcAnswers [main = Driver]: assert EveryAnswer in union table, { SingleNode -> Service };

// The same over chain replication and over Multi-Paxos.
test param (clients in [2], requests in [1], executing in [true], replicas in [2], stops in [1])
    tcTableChain [main = Driver]: assert Linearizable, OneAnswer in union table, over_chain;
test param (clients in [2], requests in [1], executing in [true], lists in [true], replicas in [2], stops in [1])
    tcListChain [main = Driver]: assert Linearizable, OneAnswer in union list, over_chain;
test param (clients in [2], requests in [1], executing in [true], leaders in [1], acceptors in [3], elections in [1])
    tcTableLog [main = Driver]: assert Linearizable, OneAnswer in union table, over_log;
test param (clients in [2], requests in [2], executing in [true], replicas in [3], stops in [2])
    tcLargeChain [main = Driver]: assert Linearizable, OneAnswer in union table, over_chain;
test param (clients in [2], requests in [2], executing in [true], leaders in [2], acceptors in [3], elections in [2], crashes in [1])
    tcLargeLog [main = Driver]: assert Linearizable, OneAnswer in union table, over_log;

test param (clients in [2], requests in [1], executing in [true], bug_datastore_new_value in [true])
    tcBugNewValue [main = Driver]: assert Linearizable, OneAnswer in union table, { SingleNode -> Service };
test param (clients in [2], requests in [1], executing in [true], replicas in [2], stops in [1],
            bug_datastore_new_value in [true])
    tcBugOverChain [main = Driver]: assert Linearizable, OneAnswer in union table, over_chain;
