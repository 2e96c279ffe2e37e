// Two-phase commit whose coordinator, participants and clients talk over channels, while nodes are down for a while. The lines are as
// those of the chain (lines.p).

param participants: int;
param transactions: int;  // of each client, one after the other
param accounts: int;      // clients share them; with 1 all transactions are about the same one

type tPayerSetup = (number: int, coordinator: machine, participants: set[machine]);

machine Payer {
    var setup: tPayerSetup;
    var last, committed: int;

    start state Init {
        entry (s: tPayerSetup) {
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
            if (outcome.id != Id()) { return; }
            if (outcome.committed) { committed = committed + 1; }
            if (last < transactions) { goto Asking; }
            print format("client {0} has {1} answers", setup.number, last);
            print format("committed for client {0}: {1}", setup.number, committed);
            goto Done;
        }
    }

    state Done {
        ignore eOutcome;  // again, after a crash of the coordinator
    }

    fun Id(): int {
        return 1000000 * setup.number + last;
    }
}

machine CommitDriver {
    start state Init {
        entry {
            var coordinator: machine;
            var all: set[machine];
            var i: int;

            coordinator = new Coordinator();
            while (sizeof(all) < participants) { all += (new Participant(coordinator)); }
            while (i < clients) {
                i = i + 1;
                new Payer((number = i, coordinator = coordinator, participants = all));
            }
            if (crashes > 0) {
                all += (coordinator);
                new CrashInjector((nodes = all, count = crashes));
            }
            raise halt;
        }
    }
}

// The coordinator and a participant themselves; `Coordinator` and `Participant` are their lines.
interface NearCoordinator() receives eTransaction, eVote, eConfirmed, eInquiry, eAlarm, eCrash, eRestart;
interface NearParticipant(machine) receives ePrepare, eDecision, eCrash, eRestart;

machine LineToCoordinator {
    var channel: machine;
    var back: map[machine, machine];  // to each client

    start state Working {
        entry { channel = new Channel(new NearCoordinator()); }
        on eTransaction do (transaction: tTransaction) {
            if (!(transaction.client in back)) {
                back[transaction.client] = new LineToPayer(transaction.client);
            }
            transaction.client = back[transaction.client];
            Transfer(eTransaction, transaction);
        }
        on eVote do (vote: tVote) { Transfer(eVote, vote); }
        on eConfirmed do (reply: tReply) { Transfer(eConfirmed, reply); }
        on eInquiry do (query: tReply) { Transfer(eInquiry, query); }
        on eCrash do { Transfer(eCrash, null); }
        on eRestart do { Transfer(eRestart, null); }
    }

    fun Transfer(name: event, payload: any) {
        send channel, eSend, (name = name, payload = payload);
    }
}

machine LineToPayer {
    var channel: machine;

    start state Working {
        entry (client: machine) { channel = new Channel(client); }
        on eOutcome do (outcome: tDecision) {
            send channel, eSend, (name = eOutcome, payload = outcome);
        }
    }
}

machine LineToParticipant {
    var channel: machine;

    start state Working {
        entry (coordinator: machine) {
            var back: machine;

            back = new FromParticipant((coordinator = coordinator, line = this));
            channel = new Channel(new NearParticipant(back));
        }
        on ePrepare do (prepare: tPrepare) { Transfer(ePrepare, prepare); }
        on eDecision do (decision: tDecision) { Transfer(eDecision, decision); }
        on eCrash do { Transfer(eCrash, null); }
        on eRestart do { Transfer(eRestart, null); }
    }

    fun Transfer(name: event, payload: any) {
        send channel, eSend, (name = name, payload = payload);
    }
}

// From a participant to the coordinator. The answer to an inquiry shall go to the line. Votes and confirmations are only
// counted, so they keep the participant's own name, by which specifications know it.
machine FromParticipant {
    var coordinator, line: machine;

    start state Working {
        entry (ends: (coordinator: machine, line: machine)) {
            coordinator = ends.coordinator;
            line = ends.line;
        }
        on eVote do (vote: tVote) { send coordinator, eVote, vote; }
        on eConfirmed do (reply: tReply) { send coordinator, eConfirmed, reply; }
        on eInquiry do (query: tReply) {
            query.participant = line;
            send coordinator, eInquiry, query;
        }
    }
}

module commit = { CommitDriver, Payer, LineToCoordinator -> Coordinator, Coordinator -> NearCoordinator, LineToPayer, Alarm,
                  LineToParticipant -> Participant, Participant -> NearParticipant, FromParticipant,
                  SlowCrashes -> CrashInjector, Timer };
module commit_over_direct = union commit, direct_channel;
module whole_commit = union commit, reliable;

test param (clients in [1], transactions in [1], participants in [1], accounts in [1])
    tcCommitSmall [main = CommitDriver]: assert Atomicity, Isolation in commit_over_direct;
test param (clients in [1], transactions in [1], participants in [2], accounts in [1], crashes in [0, 1])
    tcCommitDirect [main = CommitDriver]: assert Atomicity, Isolation in commit_over_direct;
test param (clients in [1], transactions in [1], participants in [2], accounts in [1], crashes in [1])
    tcCommitProgress [main = CommitDriver]: assert Progress in commit_over_direct;
test param (clients in [2], transactions in [2], participants in [2], accounts in [1], crashes in [2], window in [2])
    tcCommitWhole [main = CommitDriver]: assert Atomicity, Isolation in whole_commit;

// Seeded bugs of the protocol, seen over the lines.
test param (clients in [1], transactions in [1], participants in [2], accounts in [1], crashes in [1], bug_2pc_unlogged in [true])
    tcBugUnlogged [main = CommitDriver]: assert Atomicity, Isolation in commit_over_direct;
test param (clients in [2], transactions in [2], participants in [3], accounts in [1], bug_2pc_unlocks in [true])
    tcBugUnlocks [main = CommitDriver]: assert Atomicity, Isolation in commit_over_direct;
