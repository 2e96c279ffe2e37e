// What two-phase commit promises.

// All participants carry out the same decision, the one that the client is told; a transaction
// is committed only if all its participants are prepared.
spec Atomicity observes eTransaction, eVote, eDecided, eOutcome, eChanged, eRolledBack, eConfirmed {
    var concerned: map[int, int];             // how many a transaction has
    var willing: map[int, set[machine]];      // who voted yes
    var decided: map[int, bool];              // true: committed
    var applied: map[int, set[machine]];

    start state Watching {
        on eTransaction do (transaction: tTransaction) {
            concerned[transaction.id] = sizeof(transaction.changes);
            willing[transaction.id] = default(set[machine]);
            applied[transaction.id] = default(set[machine]);
        }
        on eVote do (vote: tVote) {
            if (vote.yes) { willing[vote.id] += (vote.participant); }
        }
        on eDecided do (decision: tDecision) {
            assert !(decision.id in decided) || decided[decision.id] == decision.committed,
                format("transaction {0} is decided in two ways", decision.id);
            assert !decision.committed || sizeof(willing[decision.id]) == concerned[decision.id],
                format("transaction {0} is committed, but not all voted yes", decision.id);
            decided[decision.id] = decision.committed;
        }
        on eOutcome do (outcome: tDecision) {
            assert outcome.id in decided && decided[outcome.id] == outcome.committed,
                format("the client of transaction {0} is told something else", outcome.id);
        }
        on eChanged do (reply: tReply) {
            assert reply.id in decided && decided[reply.id],
                format("transaction {0} is applied, but not committed", reply.id);
            applied[reply.id] += (reply.participant);
        }
        on eRolledBack do (reply: tReply) {
            assert !(reply.id in decided && decided[reply.id]),
                format("transaction {0} is committed, but rolled back", reply.id);
        }
        on eConfirmed do (reply: tReply) {
            assert !(reply.id in decided && decided[reply.id])
                || reply.participant in applied[reply.id],
                format("transaction {0} is confirmed, but not applied", reply.id);
        }
    }
}

// No two transactions have prepared a change of the same account.
spec Isolation observes ePrepared, eChanged, eRolledBack {
    var locked: map[(machine, int), int];  // by participant and account: the transaction

    start state Watching {
        on ePrepared do (p: (id: int, participant: machine, account: int)) {
            assert !((p.participant, p.account) in locked),
                format("transactions {0} and {1} change the same account",
                       p.id, locked[(p.participant, p.account)]);
            locked[(p.participant, p.account)] = p.id;
        }
        on eChanged, eRolledBack do (reply: tReply) {
            var place: (machine, int);

            foreach (place in keys(locked)) {
                if (place.0 == reply.participant && locked[place] == reply.id) { locked -= place; }
            }
        }
    }
}

// Every client is told an outcome, and no participant stays prepared for ever.
spec Progress observes eTransaction, eOutcome, ePrepared, eChanged, eRolledBack {
    var waiting: set[int];
    var in_doubt: set[tReply];

    start cold state Quiet {
        on eTransaction goto Busy with (transaction: tTransaction) { waiting += (transaction.id); }
        on ePrepared goto Busy with (p: (id: int, participant: machine, account: int)) {
            in_doubt += ((id = p.id, participant = p.participant));
        }
        ignore eOutcome, eChanged, eRolledBack;  // a site that crashed does not tell that it was prepared
    }
    hot state Busy {
        on eTransaction do (transaction: tTransaction) { waiting += (transaction.id); }
        on ePrepared do (p: (id: int, participant: machine, account: int)) {
            in_doubt += ((id = p.id, participant = p.participant));
        }
        on eOutcome do (outcome: tDecision) {
            waiting -= outcome.id;
            if (IsQuiet()) { goto Quiet; }
        }
        on eChanged, eRolledBack do (reply: tReply) {
            in_doubt -= reply;
            if (IsQuiet()) { goto Quiet; }
        }
    }

    fun IsQuiet(): bool {
        return sizeof(waiting) == 0 && sizeof(in_doubt) == 0;
    }
}
