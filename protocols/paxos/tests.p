// Clients that propose different values, and failures of acceptors.

param crashes: int;  // of acceptors, which restart
param halts: int;    // of acceptors, for ever

machine Client {
    var learned: set[int];

    start state Proposing {
        on eLearned do (value: int) {
            learned += (value);
            assert sizeof(learned) == 1, "a client learns two values";
        }
    }
}

machine Driver {
    start state Init {
        entry {
            var clients, nodes: set[machine];
            var learner, proposer: machine;
            var i: int;

            while (i < proposers) {
                clients += (new Client());
                i = i + 1;
            }
            learner = new Learner(clients);
            i = 0;
            while (i < acceptors) {
                nodes += (new Acceptor(learner));
                i = i + 1;
            }
            if (crashes > 0) { new CrashInjector((nodes = nodes, count = crashes)); }
            if (halts > 0) { new HaltInjector((nodes = nodes, count = halts)); }
            i = 0;
            while (i < proposers) {
                i = i + 1;
                proposer = new Proposer((number = i, acceptors = nodes));
                send proposer, ePropose, 100 * i;
            }
            raise halt;
        }
    }
}

// The same clients, with the abstraction.
machine ServiceDriver {
    start state Init {
        entry {
            var clients: set[machine];
            var service: machine;
            var i: int;

            while (i < proposers) {
                clients += (new Client());
                i = i + 1;
            }
            service = new ConsensusService(clients);
            while (i > 0) {
                send service, ePropose, 100 * i;
                i = i - 1;
            }
        }
    }
}

module system = union paxos, { Driver, Client, CrashInjector, HaltInjector };

test param (proposers in [1, 2], acceptors in [3], tries in [1]) tcOneTry [main = Driver]:
    assert Consensus in system;
test param (proposers in [2], acceptors in [3], tries in [1], crashes in [1]) tcCrash [main = Driver]:
    assert Consensus in system;
test param (proposers in [2], acceptors in [4], tries in [1]) tcSevenNodes [main = Driver]:
    assert Consensus in system;
test param (proposers in [2], acceptors in [3], tries in [2]) tcTwoTries [main = Driver]:
    assert Consensus in system;
test param (proposers in [3], acceptors in [5], tries in [2], crashes in [2]) tcLarge [main = Driver]:
    assert Consensus in system;
test param (proposers in [1], acceptors in [3], tries in [2], halts in [0, 1]) tcEverybodyLearns
    [main = Driver]: assert EverybodyLearns in system;
test param (proposers in [3]) tcClients [main = ServiceDriver]:
    assert EverybodyLearns in { ServiceDriver, ConsensusService, Client };

test param (proposers in [3], acceptors in [3], tries in [1], bug_paxos_last_promise in [true])
    tcBugLastPromise [main = Driver]: assert Consensus in system;
test param (proposers in [2], acceptors in [3], tries in [2], bug_paxos_old_promise in [true])
    tcBugOldPromise [main = Driver]: assert Consensus in system;
test param (proposers in [3], acceptors in [3], tries in [1], crashes in [1], bug_paxos_low_promise in [true])
    tcBugLowPromise [main = Driver]: assert Consensus in system;
