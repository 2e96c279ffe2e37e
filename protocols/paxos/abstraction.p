// Consensus as its clients see it: one node takes the first proposal, and tells all clients.

machine ConsensusService {
    var clients: set[machine];

    start state Open {
        entry (c: set[machine]) { clients = c; }
        on ePropose do (value: int) {
            var client: machine;

            foreach (client in clients) { send client, eLearned, value; }
            goto Decided;
        }
    }

    state Decided {
        ignore ePropose;
    }
}
