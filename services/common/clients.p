// Clients of a table that choose what they ask for: for checks.

param clients: int;
param requests: int;  // of each client

type tClientSetup = (number: int, gateway: machine);

machine Client {
    var setup: tClientSetup;
    var last: int;

    start state Init {
        entry (s: tClientSetup) {
            setup = s;
            goto Asking;
        }
    }

    state Asking {
        entry {
            var operations: seq[tOperation];

            last = last + 1;
            operations += (0, Chosen());
            announce eAsked, (id = Id(), operation = operations[0]);
            send setup.gateway, eRequests, (client = this, id = Id(), operations = operations);
        }
        on eReplies do (r: (id: int, results: seq[tReply])) {
            if (sizeof(r.results) == 0) { return; }
            announce eAnswered, (id = r.id, number = 0, result = r.results[0]);
            if (last < requests) { goto Asking; }
        }
    }

    // Each client writes a value of its own, which only the other one changes.
    fun Chosen(): tOperation {
        var text: string;

        text = format("{0}", Id());
        if (last % 2 == 0) { return (kind = GET, key = "k", value = "", expected = ""); }
        if ($) { return (kind = SET, key = "k", value = text, expected = ""); }
        return (kind = CAS, key = "k", value = text, expected = "11");
    }

    fun Id(): int {
        return 10 * setup.number + last;
    }
}

// A gateway and its clients.
type tDeskSetup = (master: machine, number: int);

machine Desk {
    start state Init {
        entry (s: tDeskSetup) {
            var gateway: machine;
            var i: int;

            gateway = new Gateway(s.master);
            while (i < clients) {
                i = i + 1;
                new Client((number = s.number * clients + i, gateway = gateway));
            }
        }
    }
}
