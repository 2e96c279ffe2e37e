// What lies between machines on different nodes: a channel each way. The machines themselves do not change: a module puts
// these in their places.
//
// A line is the address of a machine that is somewhere else. It sends what it gets over a channel to that machine. Where a message names
// its sender, the other end must get the address of the sender's line, or its answers would not go over a channel.

// A replica itself; `Replica` is its line.
interface NearReplica(tReplicaSetup) receives eRequest, eQuery, eForward, eAcknowledge, eChain, eBecomeHead, eBecomeTail,
    eNewPredecessor, eNewSuccessor, eStop, eResult;

machine LineToReplica {
    var channel, back: machine;

    start state Working {
        entry (setup: tReplicaSetup) {
            back = new LineToMaster((master = setup.master, replica = this));
            channel = new Channel(new NearReplica((master = back, learner = setup.learner)));
        }
        on eRequest do (request: tRequest) { Transfer(eRequest, request); }
        on eQuery do (query: (client: machine, id: int)) { Transfer(eQuery, query); }
        on eForward do (numbered: tNumbered) { Transfer(eForward, numbered); }
        on eAcknowledge do (number: int) { Transfer(eAcknowledge, number); }
        on eChain do (neighbours: (predecessor: machine, successor: machine)) {
            Transfer(eChain, neighbours);
        }
        on eBecomeHead do { Transfer(eBecomeHead, null); }
        on eBecomeTail do { Transfer(eBecomeTail, null); }
        on eNewPredecessor do (replica: machine) { Transfer(eNewPredecessor, replica); }
        on eNewSuccessor do (new_one: (successor: machine, number: int)) {
            Transfer(eNewSuccessor, new_one);
        }
        on eStop do (host: machine) {
            send back, eStop, host;
            Transfer(eStop, back);
        }
    }

    fun Transfer(name: event, payload: any) {
        send channel, eSend, (name = name, payload = payload);
    }
}

// From a replica to the master, and to the host that stops it.
machine LineToMaster {
    var replica, host: machine;
    var channel: machine;

    start state Working {
        entry (ends: (master: machine, replica: machine)) {
            replica = ends.replica;
            channel = new Channel(ends.master);
        }
        on eLast do (last: (replica: machine, predecessor: machine, number: int)) {
            last.replica = replica;
            send channel, eSend, (name = eLast, payload = last);
        }
        on eStop do (h: machine) { host = h; }
        on eStopped do { send host, eStopped, replica; }
    }
}

// To a client of the service. The replicas in the views that it brings are such that answer to this line.
machine LineToClient {
    var channel: machine;
    var accesses: map[machine, machine];  // to each replica

    start state Working {
        entry (client: machine) { channel = new Channel(client); }
        on eView do (view: tView) {
            view.head = AccessTo(view.head);
            view.tail = AccessTo(view.tail);
            send channel, eSend, (name = eView, payload = view);
        }
        on eResponse do (response: tResponse) {
            send channel, eSend, (name = eResponse, payload = response);
        }
        on eAnswer do (answer: (id: int, version: int)) {
            send channel, eSend, (name = eAnswer, payload = answer);
        }
    }

    fun AccessTo(replica: machine): machine {
        if (!(replica in accesses)) {
            accesses[replica] = new Access((replica = replica, line = this));
        }
        return accesses[replica];
    }
}

machine Access {
    var replica, line: machine;

    start state Working {
        entry (ends: (replica: machine, line: machine)) {
            replica = ends.replica;
            line = ends.line;
        }
        on eRequest do (request: tRequest) {
            request.client = line;
            send replica, eRequest, request;
        }
        on eQuery do (query: (client: machine, id: int)) {
            query.client = line;
            send replica, eQuery, query;
        }
    }
}

module lines = { LineToReplica -> Replica, Replica -> NearReplica, LineToMaster, LineToClient, Access };
