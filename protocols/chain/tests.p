// Clients that update and query in turn, and replicas that stop.

param clients: int;
param updates: int;   // of each client; with queries: one after each update
param queries: bool;

machine Client {
    var number, last: int;
    var ends: tView;

    start state Init {
        entry (n: int) { number = n; }
        on eView do (e: tView) {
            ends = e;
            goto Updating;
        }
    }

    state Updating {
        entry {
            last = last + 1;
            Update();
        }
        on eResponse do (u: tResponse) {
            if (u.id != Id()) { return; }  // an answer for the second time
            if (queries) { goto Querying; }
            if (last < updates) { goto Updating; }
            goto Done;
        }
        on eView do (e: tView) {
            ends = e;
            Update();
        }
        ignore eAnswer;
    }

    state Querying {
        entry { Query(); }
        on eAnswer do (a: (id: int, version: int)) {
            if (a.id != Id() + 1) { return; }
            if (last < updates) { goto Updating; }
            goto Done;
        }
        on eView do (e: tView) {
            ends = e;
            Query();
        }
        ignore eResponse;
    }

    state Done {
        ignore eResponse, eAnswer, eView;
    }

    fun Update() {
        send ends.head, eRequest, (client = this, id = Id(), operation = null);
    }

    fun Query() {
        send ends.tail, eQuery, (client = this, id = Id() + 1);
    }

    fun Id(): int {
        return 100 * number + 2 * last;
    }
}

fun NewClients(): set[machine] {
    var all: set[machine];

    while (sizeof(all) < clients) { all += (new Client(sizeof(all))); }
    return all;
}

machine Driver {
    start state Init {
        entry {
            NewChain(NewClients());
            raise halt;
        }
    }
}

// The same chain, with the failure detector in place of its abstraction.
machine DetectorDriver {
    start state Init {
        entry {
            var master, replica: machine;
            var chain: seq[machine];
            var hosts, watching: set[machine];

            master = new Master();
            while (sizeof(chain) < replicas) {
                replica = new Replica((master = master, learner = null));
                chain += (sizeof(chain), replica);
                hosts += (new Host(replica));
            }
            send master, eBegin, (chain = chain, clients = NewClients());
            watching += (master);
            new Detector((nodes = hosts, clients = watching));
            if (stops > 0) { new FailInjector((nodes = hosts, count = stops)); }
            raise halt;
        }
    }
}

// The same clients, with the abstraction.
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

module detected = union chain, { DetectorDriver, Client, Host, Detector, Clock, FailInjector, Echo -> Learner };
module system = union chain, { Driver, Client, StopInjector, Echo -> Learner };

test param (replicas in [3], clients in [1], updates in [1], queries in [true], stops in [1])
    tcOneStop [main = Driver]: assert UpdatePropagation, FreshAnswers in system;
test param (replicas in [3], clients in [1], updates in [1], queries in [false], stops in [2])
    tcTwoStops [main = Driver]: assert UpdatePropagation, FreshAnswers in system;
test param (replicas in [2], clients in [2], updates in [1], stops in [1], executing in [true])
    tcLearners [main = Driver]: assert UpdatePropagation, FreshAnswers in system;
test param (replicas in [3], clients in [2], updates in [1], queries in [false], stops in [0, 1])
    tcTwoClients [main = Driver]: assert UpdatePropagation, FreshAnswers in system;
test param (replicas in [4], clients in [2], updates in [2], queries in [true], stops in [3])
    tcLarge [main = Driver]: assert UpdatePropagation, Durable, FreshAnswers in system;
test param (replicas in [5], clients in [1], updates in [1], queries in [true], stops in [4])
    tcSevenNodes [main = Driver]: assert UpdatePropagation, Durable, FreshAnswers in system;
test param (replicas in [2], clients in [1], updates in [2], queries in [true], stops in [1])
    tcAnswers [main = Driver]: assert EverybodyIsAnswered in system;
test param (replicas in [3], clients in [1], updates in [1], queries in [false], stops in [2])
    tcAnswersThree [main = Driver]: assert EverybodyIsAnswered in system;
test param (clients in [2], updates in [2], queries in [true]) tcClients [main = SingleNodeDriver]:
    assert FreshAnswers, EverybodyIsAnswered in { SingleNodeDriver, SingleNode, Client, Echo -> Learner };

// The same tests with the failure detector.
test param (replicas in [2], clients in [1], updates in [1], queries in [true], stops in [1])
    tcDetector [main = DetectorDriver]: assert UpdatePropagation, FreshAnswers in detected;
test param (replicas in [2], clients in [1], updates in [1], queries in [true], stops in [1])
    tcNoDetector [main = Driver]: assert UpdatePropagation, FreshAnswers in system;

test param (replicas in [10], clients in [1], updates in [1], queries in [false], stops in [1],
            bug_chain_silent_tail in [true])
    tcBugSilentTail [main = Driver]: assert EverybodyIsAnswered in system;
test param (replicas in [7], clients in [2], updates in [1], queries in [false], stops in [1],
            bug_chain_sends_too_much in [true])
    tcBugSendsTooMuch [main = Driver]: assert UpdatePropagation, FreshAnswers in system;
test param (replicas in [7], clients in [1], updates in [1], queries in [false], stops in [1],
            bug_chain_says_acknowledged in [true])
    tcBugSaysAcknowledged [main = Driver]: assert UpdatePropagation, FreshAnswers in system;
test param (replicas in [7], clients in [1], updates in [1], queries in [false], stops in [2],
            bug_chain_master_waits in [true])
    tcBugMasterWaits [main = Driver]: assert EverybodyIsAnswered in system;
test param (replicas in [4], clients in [2], updates in [1], queries in [false], stops in [3],
            bug_chain_answers_early in [true])
    tcBugAnswersEarly [main = Driver]: assert Durable in system;
test param (replicas in [4], clients in [2], updates in [1], queries in [false], stops in [3],
            bug_chain_acknowledges_early in [true])
    tcBugAcknowledgesEarly [main = Driver]: assert Durable in system;
test param (replicas in [6], clients in [2], updates in [1], queries in [false], stops in [2],
            bug_chain_sends_again_once in [true])
    tcBugSendsAgainOnce [main = Driver]: assert UpdatePropagation, FreshAnswers in system;
test param (replicas in [4], clients in [2], updates in [1], queries in [false], stops in [3],
            bug_chain_head_trusts in [true])
    tcBugHeadTrusts [main = Driver]: assert Durable in system;
test param (replicas in [24], clients in [1], updates in [1], queries in [false], stops in [2],
            bug_chain_connects_again in [true])
    tcBugConnectsAgain [main = Driver]: assert UpdatePropagation, FreshAnswers in system;
test param (replicas in [4], clients in [1], updates in [160], queries in [false], stops in [1],
            bug_chain_low_bits in [true])
    tcBugLowBits [main = Driver]: assert UpdatePropagation, FreshAnswers in system;
