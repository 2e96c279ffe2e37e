// An acceptor of Multi-Paxos: one promise for all slots, and a vote for each slot.

machine Acceptor {
    // Stable storage.
    var replica: machine;
    var promised: int;
    var accepted: map[int, tVote];  // by slot

    start state Init {
        entry (r: machine) {
            replica = r;
            goto Working;
        }
    }

    state Working {
        on ePrepare do (prepare: (ballot: int, leader: machine)) {
            if (prepare.ballot <= promised) { return; }
            promised = prepare.ballot;
            send prepare.leader, ePromise,
                (ballot = promised, acceptor = this, accepted = accepted);
        }
        on eAccept do (proposal: tProposal) {
            if (proposal.vote.ballot < Least(proposal.slot)) { return; }
            promised = proposal.vote.ballot;
            accepted[proposal.slot] = proposal.vote;
            send replica, eAccepted, (acceptor = this, proposal = proposal);
        }
        on eCrash goto Down;
    }

    state Down {
        ignore ePrepare, eAccept;
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
