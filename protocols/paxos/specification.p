// What consensus promises (L. Lamport, Paxos made simple, 2001).

// Only a value that was proposed is chosen; only one value is chosen; a client learns a value only
// if it has been chosen.
spec Consensus observes ePropose, eAccepted, eLearned {
    var proposed: set[int];
    var votes: map[tVote, set[machine]];
    var chosen: set[int];  // at most one

    start state Watching {
        on ePropose do (value: int) { proposed += (value); }
        on eAccepted do (a: (acceptor: machine, vote: tVote)) {
            assert a.vote.value in proposed, format("nobody has proposed {0}", a.vote.value);
            if (!(a.vote in votes)) { votes[a.vote] = default(set[machine]); }
            votes[a.vote] += (a.acceptor);
            if (sizeof(votes[a.vote]) >= Majority()) { chosen += (a.vote.value); }
            assert sizeof(chosen) <= 1, format("two values are chosen: {0}", chosen);
        }
        on eLearned do (value: int) {
            assert value in chosen, format("{0} is learned, but not chosen", value);
        }
    }
}

// Once something is proposed, each client learns a value.
spec EverybodyLearns observes ePropose, eLearned {
    var learned: int;

    start cold state Quiet {
        on ePropose goto Waiting;
    }
    hot state Waiting {
        on eLearned do {
            learned = learned + 1;
            if (learned == proposers) { goto Done; }
        }
        ignore ePropose;
    }
    cold state Done {
        ignore ePropose;
    }
}
