// Clients that send commands to each new leader, elections at any time, and crashes of acceptors.

param askers: int;
param commands: int;   // of each client, one after the other
param elections: int;  // in all
param crashes: int;    // of acceptors

machine Client {
    var number, last: int;
    var leader: machine;

    start state Asking {
        entry (n: int) {
            number = n;
            last = 1;
        }
        on eLeader do (l: machine) {
            leader = l;
            Ask();
        }
        on eResponse do (response: (id: int, slot: int)) {
            if (response.id != Id()) { return; }
            last = last + 1;
            if (last > commands) { goto Done; }
            Ask();
        }
    }

    state Done {
        ignore eLeader, eResponse;
    }

    fun Ask() {
        send leader, eRequest, (client = this, id = Id());
    }

    fun Id(): int {
        return 10 * number + last;
    }
}

fun NewClients(): set[machine] {
    var clients: set[machine];

    while (sizeof(clients) < askers) { clients += (new Client(sizeof(clients) + 1)); }
    return clients;
}

// The abstraction of leader election: it elects a leader, perhaps while another one still leads.
machine Elections {
    start state Running {
        entry (candidates: set[machine]) {
            var i: int;

            while (i < elections) {
                send choose(candidates), eLead;
                i = i + 1;
            }
            raise halt;
        }
    }
}

machine Driver {
    start state Init {
        entry {
            var replica: machine;
            var clients, nodes, candidates: set[machine];

            clients = NewClients();
            replica = new Replica();
            while (sizeof(nodes) < acceptors) { nodes += (new Acceptor(replica)); }
            while (sizeof(candidates) < leaders) {
                candidates += (new Leader((number = sizeof(candidates), acceptors = nodes,
                                           clients = clients)));
            }
            new Elections(candidates);
            if (crashes > 0) { new CrashInjector((nodes = nodes, count = crashes)); }
            raise halt;
        }
    }
}

machine SingleNodeDriver {
    start state Init {
        entry { new SingleNode(NewClients()); }
    }
}

module multipaxos = { Leader, Acceptor, Replica };
module system = union multipaxos, { Driver, Client, Elections, CrashInjector };

test param (leaders in [1], acceptors in [3], askers in [1], commands in [1, 2], elections in [1])
    tcOneLeader [main = Driver]: assert LogConsistency in system;
test param (leaders in [2], acceptors in [3], askers in [1], commands in [1], elections in [2])
    tcTwoLeaders [main = Driver]: assert LogConsistency in system;
test param (leaders in [2], acceptors in [3], askers in [2], commands in [2], elections in [3], crashes in [1])
    tcLarge [main = Driver]: assert LogConsistency in system;
test param (leaders in [1], acceptors in [3], askers in [1], commands in [1], elections in [1, 2])
    tcAnswers [main = Driver]: assert EverybodyIsAnswered in system;
test param (askers in [2], commands in [2]) tcClients [main = SingleNodeDriver]:
    assert EverybodyIsAnswered in { SingleNodeDriver, SingleNode, Client };

test param (leaders in [2], acceptors in [3], askers in [2], commands in [1], elections in [2],
            bug_multipaxos_slot_promise in [true])
    tcBugSlotPromise [main = Driver]: assert LogConsistency in system;
test param (leaders in [2], acceptors in [3], askers in [2], commands in [1], elections in [2], crashes in [1],
            bug_multipaxos_counts_slots in [true])
    tcBugCountsSlots [main = Driver]: assert LogConsistency in system;
