// What Multi-Paxos promises.

// For each slot one command is chosen, which a client has sent, or no operation; and each command
// is executed once, in the order of the slots.
spec LogConsistency observes eRequest, eAccepted, eExecuted {
    var sent: set[tRequest];
    var votes: map[tProposal, set[machine]];
    var chosen: map[int, tRequest];
    var executed: set[int];
    var last: int;

    start state Watching {
        entry { sent += (default(tRequest)); }
        on eRequest do (command: tRequest) { sent += (command); }
        on eAccepted do (a: tAccepted) {
            assert a.proposal.vote.command in sent, "nobody has sent this command";
            if (!(a.proposal in votes)) { votes[a.proposal] = default(set[machine]); }
            votes[a.proposal] += (a.acceptor);
            if (sizeof(votes[a.proposal]) >= Majority()) {
                Choose(a.proposal.slot, a.proposal.vote.command);
            }
        }
        on eExecuted do (e: (slot: int, command: tRequest)) {
            assert e.slot > last, "an earlier slot is executed later";
            assert e.slot in chosen && chosen[e.slot] == e.command, "a command is executed that is not chosen";
            assert !(e.command.id in executed), "a command is executed twice";
            executed += (e.command.id);
            last = e.slot;
        }
    }

    fun Choose(slot: int, command: tRequest) {
        assert !(slot in chosen) || chosen[slot] == command,
            format("two commands are chosen for slot {0}: {1} and {2}", slot, chosen[slot].id, command.id);
        chosen[slot] = command;
    }
}

// Each command is executed, if the last leader that is elected stays, and nobody crashes.
spec EverybodyIsAnswered observes eRequest, eResponse {
    var open, done: set[int];

    start cold state Quiet {
        on eRequest do Open;
        ignore eResponse;
    }
    hot state Waiting {
        on eRequest do Open;
        on eResponse do (response: tResponse) {
            open -= response.id;
            done += (response.id);
            if (sizeof(open) == 0) { goto Quiet; }
        }
    }

    fun Open(command: tRequest) {
        if (command.id in done) { return; }
        open += (command.id);
        goto Waiting;
    }
}
