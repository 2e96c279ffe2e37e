// An acceptor of Multi-Paxos: one promise for all slots, and a vote for each slot.

machine Acceptor {
    // Stable storage.
    var executor: machine;
    var promised: int;
    var accepted: map[int, tAcceptance];  // by slot

    start state Init {
        entry (e: machine) {
            executor = e;
            goto Working;
        }
    }

    state Working {
        on eNewBallot do (prepare: (ballot: int, leader: machine)) {
            if (prepare.ballot <= promised) { return; }
            promised = prepare.ballot;
            send prepare.leader, ePromise,
                (ballot = promised, acceptor = this, accepted = accepted);
        }
        on eAccept do (proposal: tProposal) {
            if (proposal.vote.ballot < Least(proposal.slot)) { return; }
            promised = proposal.vote.ballot;
            accepted[proposal.slot] = proposal.vote;
            send executor, eAccepted, (acceptor = this, proposal = proposal);
        }
        on eCrash goto Down;
    }

    state Down {
        entry {
            if (bug_multipaxos_forgets_promise) { promised = 0; }
        }
        ignore eNewBallot, eAccept;
        defer eCrash;
        on eRestart goto Working;
    }

    // The lowest ballot that it may accept.
    fun Least(slot: int): int {
        if (!bug_multipaxos_slot_promise) { return promised; }
        if (slot in accepted) { return accepted[slot].ballot; }
        return 0;
    }
}
