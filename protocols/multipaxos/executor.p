// An executor learns which command is chosen for each slot, and executes them in the order of the slots,
// each command once, although it may be chosen for several slots.

machine Executor {
    var learner: machine;            // null: nobody executes the commands
    var votes: map[tProposal, set[machine]];
    var chosen: map[int, tRequest];  // by slot
    var executed: int;               // slots up to this one
    var done: set[int];              // the ids of commands

    start state Learning {
        entry (l: machine) { learner = l; }
        on eAccepted do (a: tAccepted) {
            if (bug_multipaxos_any_ballot) { a.proposal.vote.ballot = 0; }
            if (!(a.proposal in votes)) { votes[a.proposal] = default(set[machine]); }
            votes[a.proposal] += (a.acceptor);
            if (sizeof(votes[a.proposal]) == Majority()) {
                chosen[a.proposal.slot] = a.proposal.vote.command;
                ExecuteChosen();
            }
        }
        on eQuery do (query: (client: machine, id: int)) {
            send query.client, eAnswer, (id = query.id, version = executed);
        }
    }

    fun ExecuteChosen() {
        var command: tRequest;
        var result: any;

        while (executed + 1 in chosen) {
            executed = executed + 1;
            command = chosen[executed];
            if (command.id != 0 && !(command.id in done)) {
                done += (command.id);
                result = Execute(learner, this, command.operation);
                announce eExecuted, (slot = executed, command = command);
                send command.client, eResponse, (id = command.id, number = executed, result = result);
            }
        }
    }
}
