// What chain replication promises: the invariants of its paper, and that it looks like one node.

// Each replica has applied a part of what its predecessor has applied, in the same order, and
// nothing twice. A client is told that an update is done only when all replicas have it.
spec UpdatePropagation observes eBegin, eApplied, eStopped, eResponse {
    var chain: seq[machine];         // those that work
    var applied: map[machine, int];  // how many updates
    var log: seq[tRequest];          // what the head has applied

    start state Watching {
        on eBegin do (b: (chain: seq[machine], clients: set[machine])) {
            var replica: machine;

            chain = b.chain;
            foreach (replica in chain) { applied[replica] = 0; }
        }
        on eApplied do (a: (replica: machine, numbered: tNumbered)) {
            assert a.numbered.number == applied[a.replica] + 1, "an update is missing";
            applied[a.replica] = a.numbered.number;
            if (a.numbered.number > sizeof(log)) {
                assert !(a.numbered.update in log), "an update is applied twice";
                log += (sizeof(log), a.numbered.update);
            }
            assert log[a.numbered.number - 1] == a.numbered.update, "updates in another order";
            CheckPrefixes();
        }
        on eStopped do (replica: machine) {
            var i: int;

            if (!(replica in chain)) { return; }  // the news comes again
            while (chain[i] != replica) { i = i + 1; }
            chain -= i;
            // What only the old head had is lost; its client has not been told.
            while (sizeof(chain) > 0 && sizeof(log) > applied[chain[0]]) { log -= sizeof(log) - 1; }
        }
        on eResponse do (u: tResponse) {
            assert u.number <= sizeof(log) && log[u.number - 1].id == u.id,
                format("update {0} is not number {1}", u.id, u.number);
            assert u.number <= applied[chain[sizeof(chain) - 1]],
                format("update {0} is done, but not everywhere", u.id);
        }
    }

    fun CheckPrefixes() {
        var i: int;

        while (i + 1 < sizeof(chain)) {
            assert applied[chain[i]] >= applied[chain[i + 1]], "a replica is ahead of its predecessor";
            i = i + 1;
        }
    }
}

// An update that is done is never lost: no other update takes its place. (This follows from the
// invariants above; it is what clients can see of them.)
spec Durable observes eApplied, eResponse {
    var done: map[int, int];  // by number: the id

    start state Watching {
        on eResponse do (u: tResponse) {
            assert !(u.number in done) || done[u.number] == u.id,
                format("updates {0} and {1} are both number {2}", u.id, done[u.number], u.number);
            done[u.number] = u.id;
        }
        on eApplied do (a: (replica: machine, numbered: tNumbered)) {
            assert !(a.numbered.number in done) || done[a.numbered.number] == a.numbered.update.id,
                format("update {0} was done, and is lost", done[a.numbered.number]);
        }
    }
}

// Every client gets an answer to each update and query.
spec EverybodyIsAnswered observes eRequest, eResponse, eQuery, eAnswer {
    var open, answered: set[int];

    start cold state Quiet {
        on eRequest do (u: tRequest) { Open(u.id); }
        on eQuery do (q: (client: machine, id: int)) { Open(q.id); }
        ignore eResponse, eAnswer;
    }
    hot state Waiting {
        on eRequest do (u: tRequest) { Open(u.id); }
        on eQuery do (q: (client: machine, id: int)) { Open(q.id); }
        on eResponse do (u: tResponse) { Close(u.id); }
        on eAnswer do (a: (id: int, version: int)) { Close(a.id); }
    }

    // A client may ask again while the answer is on its way.
    fun Open(id: int) {
        if (id in answered) { return; }
        open += (id);
        goto Waiting;
    }

    fun Close(id: int) {
        open -= id;
        answered += (id);
        if (sizeof(open) == 0) { goto Quiet; }
    }
}
