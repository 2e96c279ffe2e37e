// Multi-Paxos as its clients see it: one node that executes each command when it comes.

machine SingleNode {
    var slot: int;

    start state Working {
        entry (clients: set[machine]) {
            var client: machine;

            foreach (client in clients) { send client, eLeader, this; }
        }
        on eRequest do (command: tCommand) {
            slot = slot + 1;
            send command.client, eResponse, (id = command.id, slot = slot);
        }
    }
}
