// The coordinator of two-phase commit.
//
// It asks each participant of a transaction to prepare. If all vote yes it commits; if one
// votes no, or the alarm fires first, it aborts. It writes the decision to its log before
// it tells anybody, and forgets the transaction when everybody has carried it out. When
// it restarts after a crash, it aborts what it had not decided, and tells the other decisions
// again. A transaction that is not in its log was aborted, or nobody needs it any more.

enum tProgress { ASKING, COMMITTED, ABORTED }

type tEntry = (client: machine, participants: seq[machine], progress: tProgress);

machine Coordinator {
    // Stable storage: the transactions that are not yet carried out everywhere.
    var log: map[int, tEntry];

    // Memory.
    var yes: map[int, set[machine]];        // who voted yes
    var confirmed: map[int, seq[machine]];  // who has carried out the decision
    var alarms: map[int, machine];

    start state Working {
        on eTransaction do Begin;
        on eVote do Count;
        on eAlarm do (id: int) {
            if (IsOpen(id)) { Decide(id, ABORTED); }
        }
        on eConfirmed do Confirm;
        on eInquiry do (query: tReply) {
            if (!IsOpen(query.id)) { Tell(query.id, query.participant); }
        }
        on eCrash goto Down;
    }

    state Down {
        entry {
            var alarm: machine;

            LoseUnwritten();
            foreach (alarm in values(alarms)) { send alarm, halt; }
            alarms = default(map[int, machine]);
            yes = default(map[int, set[machine]]);
            confirmed = default(map[int, seq[machine]]);
        }
        ignore eVote, eAlarm, eConfirmed, eInquiry;
        defer eTransaction;  // clients try again until it is up
        defer eCrash;
        on eRestart goto Working with Recover;
    }

    fun Begin(transaction: tTransaction) {
        var participant: machine;

        log[transaction.id] = (client = transaction.client,
                               participants = keys(transaction.changes), progress = ASKING);
        yes[transaction.id] = default(set[machine]);
        foreach (participant in log[transaction.id].participants) {
            send participant, ePrepare,
                (id = transaction.id, change = transaction.changes[participant]);
        }
        alarms[transaction.id] = new Alarm((client = this, number = transaction.id));
    }

    fun IsOpen(id: int): bool {
        return id in log && log[id].progress == ASKING;
    }

    fun Count(vote: tVote) {
        if (!IsOpen(vote.id)) { return; }  // it is decided
        if (!vote.yes) {
            Decide(vote.id, ABORTED);
            return;
        }
        yes[vote.id] += (vote.participant);
        if (sizeof(yes[vote.id]) == sizeof(log[vote.id].participants)) {
            Decide(vote.id, COMMITTED);
        }
    }

    fun Decide(id: int, progress: tProgress) {
        var participant: machine;

        if (id in alarms) {
            send alarms[id], halt;
            alarms -= id;
        }
        log[id].progress = progress;
        yes -= id;
        announce eDecided, (id = id, committed = progress == COMMITTED);
        send log[id].client, eOutcome, (id = id, committed = progress == COMMITTED);
        foreach (participant in log[id].participants) { Tell(id, participant); }
    }

    fun Tell(id: int, participant: machine) {
        send participant, eDecision,
            (id = id, committed = id in log && log[id].progress == COMMITTED);
    }

    fun Confirm(reply: tReply) {
        if (!(reply.id in log)) { return; }  // everybody has confirmed it before
        if (!(reply.id in confirmed)) { confirmed[reply.id] = default(seq[machine]); }
        if (!(reply.participant in confirmed[reply.id]) || bug_2pc_counts_twice) {
            confirmed[reply.id] += (0, reply.participant);
        }
        if (sizeof(confirmed[reply.id]) == sizeof(log[reply.id].participants)) {
            log -= reply.id;
            confirmed -= reply.id;
        }
    }

    fun Recover() {
        var id: int;

        foreach (id in keys(log)) {
            if (log[id].progress == ASKING) {
                Decide(id, ABORTED);
            } else if (!bug_2pc_silent_recovery) {
                Decide(id, log[id].progress);
            }
        }
    }

    // What the log does not have after a crash: nothing, but for two seeded bugs. With these a
    // decision is written only when somebody has confirmed it.
    fun LoseUnwritten() {
        var id: int;

        foreach (id in keys(log)) {
            if (IsLate(id) && !(id in confirmed)) { log[id].progress = ASKING; }
        }
    }

    fun IsLate(id: int): bool {
        return bug_2pc_unlogged || (bug_2pc_new_segment && id % 64 == 0);
    }
}
