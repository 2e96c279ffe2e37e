// Clients that run transactions over all participants, and failures of any node.

param participants: int;
param clients: int;
param transactions: int;  // of each client, one after the other
param accounts: int;      // clients share them; with 1 all transactions are about the same one
param failures: int;

type tClientSetup = (number: int, coordinator: machine, participants: set[machine]);

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
            var changes: map[machine, tChange];
            var participant: machine;

            last = last + 1;
            foreach (participant in setup.participants) {
                changes[participant] = (account = setup.number % accounts, amount = 1);
            }
            send setup.coordinator, eTransaction, (id = Id(), client = this, changes = changes);
        }
        on eOutcome do (outcome: tDecision) {
            if (outcome.id == Id() && last < transactions) { goto Asking; }
        }
    }

    fun Id(): int {
        return setup.number * 10 + last;
    }
}

machine Driver {
    start state Init {
        entry {
            var coordinator: machine;
            var all: set[machine];
            var i: int;

            coordinator = new Coordinator();
            while (i < participants) {
                all += (new Participant(coordinator));
                i = i + 1;
            }
            i = 0;
            while (i < clients) {
                new Client((number = i, coordinator = coordinator, participants = all));
                i = i + 1;
            }
            if (failures > 0) {
                all += (coordinator);
                new CrashInjector((nodes = all, count = failures));
            }
            raise halt;
        }
    }
}

module two_phase_commit = { Coordinator, Participant, Alarm };
module service = { CommitService -> Coordinator, Participant };  // the abstraction
module system = union two_phase_commit, { Driver, Client, CrashInjector };

test param (participants in [2], clients in [1], transactions in [1], accounts in [1], failures in [1])
    tcOneTransaction [main = Driver]: assert Atomicity, Isolation in system;
test param (participants in [2], clients in [2], transactions in [1], accounts in [1, 2], failures in [0])
    tcTwoClients [main = Driver]: assert Atomicity, Isolation in system;
test param (participants in [3], clients in [2], transactions in [2], accounts in [1], failures in [2])
    tcLarge [main = Driver]: assert Atomicity, Isolation in system;
test param (participants in [4], clients in [1], transactions in [1], accounts in [1], failures in [0, 1])
    tcFiveNodes [main = Driver]: assert Atomicity, Isolation in system;
test param (participants in [2], clients in [1], transactions in [1], accounts in [1], failures in [0, 1, 2])
    tcProgress [main = Driver]: assert Progress in system;
test param (participants in [2], clients in [2], transactions in [2], accounts in [1])
    tcClients [main = Driver]: assert Progress in union service, { Driver, Client, CrashInjector };

test param (participants in [5], clients in [1], transactions in [1], accounts in [1], failures in [1],
            bug_2pc_unlogged in [true])
    tcBugUnlogged [main = Driver]: assert Atomicity, Isolation in system;
test param (participants in [2], clients in [1], transactions in [1], accounts in [1], failures in [2],
            bug_2pc_counts_twice in [true])
    tcBugCountsTwice [main = Driver]: assert Atomicity, Isolation in system;
test param (participants in [2], clients in [1], transactions in [1], accounts in [1], failures in [2],
            bug_2pc_silent_recovery in [true])
    tcBugSilentRecovery [main = Driver]: assert Progress in system;
test param (participants in [3], clients in [2], transactions in [2], accounts in [1], failures in [0],
            bug_2pc_unlocks in [true])
    tcBugUnlocks [main = Driver]: assert Atomicity, Isolation in system;
