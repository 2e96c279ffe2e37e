// A replica learns which command is chosen for each slot, and executes them in the order of the slots,
// each command once, although it may be chosen for several slots.

machine Replica {
    var votes: map[tProposal, set[machine]];
    var chosen: map[int, tCommand];  // by slot
    var executed: int;               // slots up to this one
    var done: set[int];              // the ids of commands

    start state Learning {
        on eAccepted do (a: tAccepted) {
            if (!(a.proposal in votes)) { votes[a.proposal] = default(set[machine]); }
            votes[a.proposal] += (a.acceptor);
            if (sizeof(votes[a.proposal]) == Majority()) {
                chosen[a.proposal.slot] = a.proposal.vote.command;
                Execute();
            }
        }
    }

    fun Execute() {
        var command: tCommand;

        while (executed + 1 in chosen) {
            executed = executed + 1;
            command = chosen[executed];
            if (command.id != 0 && !(command.id in done)) {
                done += (command.id);
                announce eExecuted, (slot = executed, command = command);
                send command.client, eResponse, (id = command.id, slot = executed);
            }
        }
    }
}
