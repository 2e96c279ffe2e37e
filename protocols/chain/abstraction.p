// The chain as its clients see it: one node that never fails, and is head and tail.

machine SingleNode {
    var history: seq[tUpdate];

    start state Working {
        on eUpdate do (update: tUpdate) {
            history += (sizeof(history), update);
            send update.client, eUpdated, (id = update.id, number = sizeof(history));
        }
        on eQuery do (query: (client: machine, id: int)) {
            send query.client, eAnswer, (id = query.id, version = sizeof(history));
        }
    }
}
