// Two-phase commit as a client sees it: one node that answers each transaction, yes or no.
//
// Clients are tested with this service in place of the coordinator and its participants.

machine CommitService {
    start state Working {
        on eTransaction do (transaction: tTransaction) {
            var decision: tDecision;

            decision = (id = transaction.id, committed = $);
            announce eDecided, decision;
            send transaction.client, eOutcome, decision;
        }
    }
}
