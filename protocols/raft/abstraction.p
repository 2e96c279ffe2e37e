// Raft as its clients see it: one server that leads for ever.

machine SingleServer {
    start state Init {
        on eServers goto Leading with (s: tServers) {
            var client: machine;

            foreach (client in s.clients) { send client, eLeader, this; }
        }
    }

    state Leading {
        on eCommand do (command: tCommand) { send command.client, eDone, command.id; }
    }
}
