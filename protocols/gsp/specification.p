// What the users of the store see.

// Every client knows a beginning of one sequence, in which each update occurs once, and those of a client in their order. Followed by
// its own updates this contains everything that it has done.
spec OneSequence observes eShows {
    var sequence: seq[tUpdate];  // the longest part that somebody knows

    start state Watching {
        on eShows do (s: (client: int, known: seq[tUpdate], own: seq[tUpdate])) {
            var at: int;

            while (at < sizeof(s.known)) {
                if (at < sizeof(sequence)) {
                    assert sequence[at] == s.known[at], format("client {0} has another order", s.client);
                } else {
                    assert !(s.known[at] in sequence), format("client {0} has an update twice", s.client);
                    sequence += (at, s.known[at]);
                }
                at = at + 1;
            }
            CheckOwn(s.client, s.known, s.own);
        }
    }

    fun CheckOwn(client: int, known: seq[tUpdate], own: seq[tUpdate]) {
        var update: tUpdate;
        var number: int;

        foreach (update in known) {
            if (update.client == client) {
                number = number + 1;
                assert update.number == number, format("client {0} lacks an update of its own", client);
            }
        }
        foreach (update in own) {
            number = number + 1;
            assert update.number == number, format("client {0} lacks an update of its own", client);
        }
    }
}

// Each update of a client becomes part of the sequence, and everybody hears of it.
spec AllKnow observes eShows {
    var known: map[int, int];

    start hot state Waiting {
        on eShows do (s: (client: int, known: seq[tUpdate], own: seq[tUpdate])) {
            var client: int;

            known[s.client] = sizeof(s.known);
            if (sizeof(known) < clients) { return; }
            foreach (client in keys(known)) {
                if (known[client] < clients * changes) { return; }
            }
            goto Done;
        }
    }
    cold state Done {
        ignore eShows;
    }
}
