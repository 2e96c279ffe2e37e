// The server as clients see it: it keeps the whole sequence for ever, whatever it hears of who knows how much.

machine PlainServer {
    var sequence: seq[tUpdate];
    var hosts: map[int, machine];
    var connections: map[int, int];  // of clients that are connected

    start state Serving {
        on eConnect do (c: (client: int, host: machine, connection: int, known: int)) {
            var at: int;

            hosts[c.client] = c.host;
            connections[c.client] = c.connection;
            at = c.known;
            while (at < sizeof(sequence)) {
                send c.host, eAppend, (connection = c.connection, update = sequence[at]);
                at = at + 1;
            }
        }
        on eDisconnect do (client: int) { connections -= (client); }
        on eSubmit do (update: tUpdate) {
            var client: int;

            if (update in sequence) { return; }
            sequence += (sizeof(sequence), update);
            foreach (client in keys(connections)) {
                send hosts[client], eAppend, (connection = connections[client], update = update);
            }
        }
        ignore eKnows;
    }
}
