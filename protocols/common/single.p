// Replication as its users see it: one node that never fails, and executes each request when it comes.
// Users of chain replication and of Multi-Paxos are tested with this node in their place.

machine SingleNode {
    var learner: machine;
    var done: map[int, tResponse];  // by the id of the request

    start state Working {
        entry { learner = new Learner(); }
        on eRequest do (request: tRequest) {
            if (!(request.id in done)) {
                done[request.id] = (id = request.id, number = sizeof(done) + 1,
                                    result = Execute(learner, this, request.operation));
            }
            send request.client, eResponse, done[request.id];
        }
        on eQuery do (query: (client: machine, id: int)) {
            send query.client, eAnswer, (id = query.id, version = sizeof(done));
        }
    }
}

// A learner as replicas see it: it answers, whatever the operation.
machine Echo {
    start state Working {
        on eExecute do (e: (replica: machine, operation: any)) {
            send e.replica, eResult, e.operation;
        }
    }
}
