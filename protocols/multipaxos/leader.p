// A leader of Multi-Paxos: it proposes commands for the slots of a log.
//
// When it is elected it asks the acceptors once for their promises, for all slots together. What
// they have accepted it proposes again with its own ballot: for each slot the command of the highest ballot,
// and no operation for slots in between of which nobody knows. Then each command of a client takes the next
// slot, and needs only one message to the acceptors and back.

type tLeaderSetup =
    (number: int, acceptors: set[machine], executor: machine, clients: set[machine]);

machine Leader {
    var setup: tLeaderSetup;
    var elected, ballot: int;
    var promised: set[machine];
    var known: map[int, tAcceptance];  // by slot: the vote of the highest ballot
    var next: int;               // the next slot

    start state Idle {
        entry (s: tLeaderSetup) { setup = s; }
        on eLead goto Preparing;
    }

    state Preparing {
        entry {
            var acceptor: machine;

            elected = elected + 1;
            ballot = elected * leaders + setup.number;
            promised = default(set[machine]);
            known = default(map[int, tAcceptance]);
            foreach (acceptor in setup.acceptors) {
                send acceptor, eNewBallot, (ballot = ballot, leader = this);
            }
        }
        on ePromise do Count;
        on eLead goto Preparing;
        ignore eRequest;
    }

    state Leading {
        entry {
            var client: machine;

            ProposeKnown();
            foreach (client in setup.clients) {
                send client, eView, (version = ballot, head = this, tail = setup.executor);
            }
        }
        on eRequest do (command: tRequest) {
            Propose(next, command);
            next = next + 1;
        }
        on eLead goto Preparing;
        ignore ePromise;
    }

    fun Count(promise: tPromise) {
        var slot: int;

        if (promise.ballot != ballot) { return; }  // of an earlier election
        promised += (promise.acceptor);
        foreach (slot in keys(promise.accepted)) {
            if (!(slot in known) || promise.accepted[slot].ballot > known[slot].ballot) {
                known[slot] = promise.accepted[slot];
            }
        }
        if (sizeof(promised) >= Majority()) { goto Leading; }
    }

    fun ProposeKnown() {
        var last: int;

        last = LastKnown();
        next = 1;
        while (next <= last) {
            if (next in known) { Propose(next, known[next].command); }
            else { Propose(next, default(tRequest)); }
            next = next + 1;
        }
    }

    fun LastKnown(): int {
        var slot, last: int;

        if (bug_multipaxos_counts_slots) { return sizeof(known); }
        foreach (slot in keys(known)) {
            if (slot > last) { last = slot; }
        }
        return last;
    }

    fun Propose(slot: int, command: tRequest) {
        var acceptor: machine;

        foreach (acceptor in setup.acceptors) {
            send acceptor, eAccept, (slot = slot, vote = (ballot = ballot, command = command));
        }
    }
}
