// Single-decree Paxos: proposers, acceptors and a learner agree on one value.
//
// A proposer chooses a ballot, higher than its earlier ones, and asks the acceptors to promise that
// they accept nothing of a lower ballot. If a majority does, it asks them to accept a value: the one
// that was accepted with the highest ballot, as their promises say, or its own if there is none.
// A value that a majority accepts with the same ballot is chosen. The learner finds out.
//
// A proposer that gets no majority in time tries again with a higher ballot, `tries` times.

param acceptors: int;  // how many there are
param proposers: int;
param tries: int;

type tVote = (ballot: int, value: int);  // ballot 0: nothing accepted yet

event ePropose: int;                                                   // client to proposer: a value
event ePrepare: (ballot: int, proposer: machine);                      // to acceptors
event ePromise: (ballot: int, acceptor: machine, accepted: tVote);     // to the proposer
event eAccept: tVote;                                                  // to acceptors
event eAccepted: (acceptor: machine, vote: tVote);                     // to the learner
event eLearned: int;                                                   // learner to clients

fun Majority(): int {
    return acceptors / 2 + 1;
}

type tProposerSetup = (number: int, acceptors: set[machine]);

machine Proposer {
    var setup: tProposerSetup;
    var own: int;     // the value its client proposes
    var tried: int;
    var ballot: int;
    var promised: set[machine];
    var highest: tVote;  // accepted, among the promises

    start state Idle {
        entry (s: tProposerSetup) { setup = s; }
        on ePropose do (value: int) {
            own = value;
            goto Preparing;
        }
    }

    state Preparing {
        entry {
            var acceptor: machine;

            ballot = tried * proposers + setup.number;
            tried = tried + 1;
            promised = default(set[machine]);
            highest = default(tVote);
            foreach (acceptor in setup.acceptors) {
                send acceptor, ePrepare, (ballot = ballot, proposer = this);
            }
            if (tried < tries) { new Alarm((client = this, number = ballot)); }
        }
        on ePromise do Count;
        on eAlarm do Retry;
    }

    state Accepting {
        entry {
            var acceptor: machine;

            foreach (acceptor in setup.acceptors) {
                send acceptor, eAccept, (ballot = ballot, value = Value());
            }
        }
        on eAlarm do Retry;
        ignore ePromise;
    }

    fun Count(promise: (ballot: int, acceptor: machine, accepted: tVote)) {
        if (promise.ballot != ballot && !bug_paxos_old_promise) { return; }
        promised += (promise.acceptor);
        if (promise.accepted.ballot > highest.ballot
            || (bug_paxos_last_promise && promise.accepted.ballot > 0)) {
            highest = promise.accepted;
        }
        if (sizeof(promised) >= Majority()) { goto Accepting; }
    }

    fun Value(): int {
        if (highest.ballot > 0) { return highest.value; }
        return own;
    }

    fun Retry(number: int) {
        if (number == ballot) { goto Preparing; }
    }
}

machine Acceptor {
    // Stable storage.
    var learner: machine;
    var promised: int;
    var accepted: tVote;

    start state Init {
        entry (l: machine) {
            learner = l;
            goto Working;
        }
    }

    state Working {
        on ePrepare do (prepare: (ballot: int, proposer: machine)) {
            if (prepare.ballot <= promised) { return; }
            promised = prepare.ballot;
            send prepare.proposer, ePromise,
                (ballot = promised, acceptor = this, accepted = accepted);
        }
        on eAccept do (vote: tVote) {
            if (vote.ballot < promised) { return; }
            if (!bug_paxos_low_promise) { promised = vote.ballot; }
            accepted = vote;
            send learner, eAccepted, (acceptor = this, vote = vote);
        }
        on eCrash goto Down;
    }

    state Down {
        ignore ePrepare, eAccept;
        defer eCrash;
        on eRestart goto Working;
    }
}

machine Learner {
    var clients: set[machine];
    var votes: map[tVote, set[machine]];
    var learned: bool;

    start state Learning {
        entry (c: set[machine]) { clients = c; }
        on eAccepted do (a: (acceptor: machine, vote: tVote)) {
            if (!(a.vote in votes)) { votes[a.vote] = default(set[machine]); }
            votes[a.vote] += (a.acceptor);
            if (sizeof(votes[a.vote]) >= Majority() && !learned) { Tell(a.vote.value); }
        }
    }

    fun Tell(value: int) {
        var client: machine;

        learned = true;
        foreach (client in clients) { send client, eLearned, value; }
    }
}

module paxos = { Proposer, Acceptor, Learner, Alarm };
