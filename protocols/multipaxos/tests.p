// Clients that send commands to each new leader, elections at any time, and crashes of acceptors.

param askers: int;
param commands: int;   // of each client, one after the other
param queries: bool;   // each client queries at the end

machine Client {
    var number, last: int;
    var view: tView;

    start state Asking {
        entry (n: int) {
            number = n;
            last = 1;
        }
        on eView do (v: tView) {
            view = v;
            Ask();
        }
        on eResponse do (response: tResponse) {
            if (response.id != Id()) { return; }
            last = last + 1;
            if (last > commands && queries) { goto Querying; }
            if (last > commands) { goto Done; }
            Ask();
        }
    }

    state Querying {
        entry { send view.tail, eQuery, (client = this, id = Id()); }
        on eAnswer goto Done;
        ignore eView, eResponse;
    }

    state Done {
        ignore eView, eResponse;
    }

    fun Ask() {
        send view.head, eRequest, (client = this, id = Id(), operation = null);
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

machine Driver {
    start state Init {
        entry {
            NewLog(NewClients());
            raise halt;
        }
    }
}

machine SingleNodeDriver {
    start state Init {
        entry {
            var node, client: machine;

            node = new SingleNode();
            foreach (client in NewClients()) {
                send client, eView, (version = 1, head = node, tail = node);
            }
        }
    }
}

module system = union multipaxos, { Driver, Client, AnyElections -> Election, CrashInjector, Echo -> Learner };
module elected = union multipaxos, election_group, { Driver, Client, CrashInjector, Echo -> Learner };

test param (leaders in [1], acceptors in [3], askers in [1], commands in [1, 2], elections in [1])
    tcOneLeader [main = Driver]: assert LogConsistency in system;
test param (leaders in [1], acceptors in [3], askers in [2], commands in [1], queries in [true], elections in [1])
    tcQueries [main = Driver]: assert LogConsistency, FreshAnswers in system;
test param (leaders in [2], acceptors in [3], askers in [1], commands in [1], elections in [2])
    tcTwoLeaders [main = Driver]: assert LogConsistency in system;
test param (leaders in [2], acceptors in [3], askers in [2], commands in [2], elections in [3], crashes in [1])
    tcLarge [main = Driver]: assert LogConsistency in system;
test param (leaders in [1], acceptors in [3], askers in [1], commands in [1], elections in [1, 2])
    tcAnswers [main = Driver]: assert EverybodyIsAnswered in system;
test param (askers in [2], commands in [2], queries in [true]) tcClients [main = SingleNodeDriver]:
    assert EverybodyIsAnswered, FreshAnswers in { SingleNodeDriver, SingleNode, Client, Echo -> Learner };

// The same with leader election in place of its abstraction.
test param (leaders in [2], acceptors in [3], askers in [1], commands in [1], stops in [1])
    tcElection [main = Driver]: assert LogConsistency in elected;

test param (leaders in [2], acceptors in [3], askers in [2], commands in [1], elections in [2],
            bug_multipaxos_slot_promise in [true])
    tcBugSlotPromise [main = Driver]: assert LogConsistency in system;
test param (leaders in [2], acceptors in [3], askers in [2], commands in [1], elections in [2], crashes in [1],
            bug_multipaxos_counts_slots in [true])
    tcBugCountsSlots [main = Driver]: assert LogConsistency in system;
test param (leaders in [2], acceptors in [5], askers in [1], commands in [1], elections in [2],
            bug_multipaxos_any_ballot in [true])
    tcBugAnyBallot [main = Driver]: assert LogConsistency in system;
test param (leaders in [2], acceptors in [3], askers in [2], commands in [1], elections in [2], crashes in [1],
            bug_multipaxos_forgets_promise in [true])
    tcBugForgetsPromise [main = Driver]: assert LogConsistency in system;
