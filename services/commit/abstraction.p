// A partition as its users see it: one machine that never fails, and executes each update once, in order. Chain replication is
// checked for itself (services/table); transactions are checked with this in its place, and with chains.

machine Keeper {
    var content: tContent;

    start state Working {
        on eRequests do (r: (client: machine, id: int, operations: seq[tOperation])) {
            var applied: tApplied;

            applied = Applied(content, r.operations, false);
            content = applied.content;
            send r.client, eReplies, (id = r.id, results = applied.results);
        }
    }
}

// In place of a gateway.
machine Relay {
    var keeper: machine;

    start state Working {
        entry (k: machine) { keeper = k; }
        on eRequests do (r: (client: machine, id: int, operations: seq[tOperation])) {
            send keeper, eRequests, r;
        }
    }
}
