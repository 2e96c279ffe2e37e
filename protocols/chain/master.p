// The master of the chain: it removes replicas that have stopped, and connects their neighbours.
//
// If a replica in the middle stops, the one after it must say first which updates it has; then the
// one before it gets it as successor. Meanwhile others may stop, these two as well. The master does
// not wait: it begins another repair, and sends what it promised. If the one before has stopped, the
// message is lost; if the one after has stopped, the next repair gives another successor.
//
// The master itself does not fail: it stands for a replicated service.

machine Master {
    var chain: seq[machine];
    var informed: set[machine];  // clients, who want to know the ends of the chain
    var version: int;            // of what they know

    start state Init {
        on eBegin goto Watching with (b: (chain: seq[machine], clients: set[machine])) {
            var i: int;

            chain = b.chain;
            informed = b.clients;
            while (i < sizeof(chain)) {
                send chain[i], eChain, (predecessor = At(i - 1), successor = At(i + 1));
                i = i + 1;
            }
            TellClients();
        }
        defer eStopped;
    }

    state Watching {
        on eStopped do Remove;
        on eLast do Connect;
    }

    // Seeded bug: only here.
    state Waiting {
        on eLast goto Watching with Connect;
        defer eStopped;
    }

    fun Connect(last: (replica: machine, predecessor: machine, number: int)) {
        send Before(last), eNewSuccessor, (successor = last.replica, number = last.number);
    }

    // Whom the replica has answered.
    fun Before(last: (replica: machine, predecessor: machine, number: int)): machine {
        var i: int;

        if (!bug_chain_connects_again) { return last.predecessor; }
        while (i + 1 < sizeof(chain)) {
            if (chain[i + 1] == last.replica) { return chain[i]; }
            i = i + 1;
        }
        return last.predecessor;
    }

    fun Remove(replica: machine) {
        var i: int;

        while (chain[i] != replica) { i = i + 1; }
        chain -= i;
        if (sizeof(chain) == 0) { return; }
        if (i == 0) {
            send chain[0], eBecomeHead;
            TellClients();
        } else if (i == sizeof(chain)) {
            send chain[i - 1], eBecomeTail;
            TellClients();
        } else {
            send chain[i], eNewPredecessor, chain[i - 1];
            if (bug_chain_master_waits) { goto Waiting; }
        }
    }

    fun TellClients() {
        var client: machine;

        version = version + 1;
        foreach (client in informed) {
            send client, eView, (version = version, head = chain[0], tail = chain[sizeof(chain) - 1]);
        }
    }

    // The replica at this place, or null.
    fun At(i: int): machine {
        if (i >= 0 && i < sizeof(chain)) { return chain[i]; }
        return null;
    }
}
