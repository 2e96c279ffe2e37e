// The global sequence protocol (S. Burckhardt and others, 2015): a store whose clients work on their own copy, also without
// a connection, and agree in the end.
//
// The server puts the updates of all clients into one sequence and sends it to them. A client shows the part of the sequence that it
// knows, followed by its own updates that are not in it yet. A connection may break. The client then opens the next one, says
// how much it knows, and sends its own updates again; the server continues from there and drops updates that it has. What still arrives from
// an older connection is dropped. Clients say how much they know, so that the server can forget the part that everybody knows.

param clients: int;

type tUpdate = (client: int, number: int);

event eConnect: (client: int, host: machine, connection: int, known: int);  // client to server
event eDisconnect: int;                                                     // client to server
event eSubmit: tUpdate;                                                     // client to server
event eAppend: (connection: int, update: tUpdate);                          // server to client
event eKnows: (client: int, known: int);                                    // client to server
event eChange;                                                              // the user of a client makes an update
event eBreak;                                                               // the connection of a client breaks

// For the specification.
event eShows: (client: int, known: seq[tUpdate], own: seq[tUpdate]);

machine Server {
    var sequence: seq[tUpdate];   // the part that not everybody knows
    var forgotten: int;           // what was before it
    var hosts: map[int, machine];
    var connections: map[int, int];  // of clients that are connected
    var known: map[int, int];     // by client: how much it knows
    var last: map[int, int];      // by client: the number of its last update

    start state Serving {
        on eConnect do (c: (client: int, host: machine, connection: int, known: int)) {
            var at: int;

            hosts[c.client] = c.host;
            connections[c.client] = c.connection;
            known[c.client] = c.known;
            if (!(c.client in last)) { last[c.client] = 0; }
            at = c.known - forgotten;
            if (at < 0) { at = 0; }
            while (at < sizeof(sequence)) {
                send c.host, eAppend, (connection = c.connection, update = sequence[at]);
                at = at + 1;
            }
        }
        on eDisconnect do (client: int) { connections -= (client); }
        on eSubmit do (update: tUpdate) {
            var client: int;

            if (update.number <= last[update.client]) { return; }
            last[update.client] = update.number;
            sequence += (sizeof(sequence), update);
            foreach (client in keys(connections)) {
                send hosts[client], eAppend, (connection = connections[client], update = update);
            }
        }
        on eKnows do (k: (client: int, known: int)) {
            known[k.client] = k.known;
            Forget();
        }
    }

    // When everybody knows all of it. A client that is not connected now will ask for what it does not know.
    fun Forget() {
        var client, all: int;

        if (sizeof(known) < clients) { return; }
        all = forgotten + sizeof(sequence);
        foreach (client in keys(known)) {
            if (known[client] < all && (client in connections || !bug_gsp_forgets)) { return; }
        }
        sequence = default(seq[tUpdate]);
        forgotten = all;
    }
}

machine Client {
    var me, number, connection: int;
    var server: machine;
    var known, own: seq[tUpdate];

    start state Init {
        entry (setup: (number: int, server: machine)) {
            me = setup.number;
            server = setup.server;
            Connect();
            goto Working;
        }
        defer eChange, eBreak, eAppend;
    }

    state Working {
        on eChange do {
            number = number + 1;
            own += (sizeof(own), (client = me, number = number));
            announce eShows, (client = me, known = known, own = own);
            send server, eSubmit, own[sizeof(own) - 1];
        }
        on eAppend do (a: (connection: int, update: tUpdate)) {
            if (a.connection < connection) { return; }
            known += (sizeof(known), a.update);
            if (a.update.client == me && sizeof(own) > 0) { own -= 0; }
            send server, eKnows, (client = me, known = sizeof(known));
            announce eShows, (client = me, known = known, own = own);
        }
        on eBreak do {
            send server, eDisconnect, me;
            Connect();
        }
    }

    fun Connect() {
        var update: tUpdate;

        connection = connection + 1;
        send server, eConnect, (client = me, host = this, connection = connection, known = sizeof(known));
        foreach (update in own) { send server, eSubmit, update; }
    }
}

module gsp = { Server, Client };
