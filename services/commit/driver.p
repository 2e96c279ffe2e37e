// Clients of transactions over two partitions, and coordinators and replicas that crash: what checks are made of.

param desks: int;
param requests: int;      // of each client
param coordinators: int;
param joins: int;         // replicas of the first partition that come later
param plan: int;          // what clients do, see Chosen

type tClientSetup = (number: int, front: machine);

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
            var list: seq[tTransaction];

            last = last + 1;
            list += (0, Chosen());
            announce eAsked, (id = Id(), operation = list[0]);
            send setup.front, eTransactions, (client = this, id = Id(), list = list);
        }
        on eOutcomes do (r: (id: int, list: seq[tOutcome])) {
            if (r.list[0].verdict == GONE) { return; }
            announce eAnswered, (id = r.id, number = 0, result = r.list[0]);
            if (last < requests) { goto Asking; }
        }
    }

    fun Chosen(): tTransaction {
        var text: string;

        text = format("{0}", Id());
        if (plan == 1) {  // one partition, and something that is noticed when it is done twice
            if (last == 1) { return Single(On(SET, 0, text, "")); }
            return Single(On(DEL, 0, "", ""));
        }
        if (plan == 2) {  // the same with two partitions
            if (last == 1) { return Of(On(SET, 0, text, ""), On(SET, 1, text, "")); }
            return Of(On(SET, 0, text, ""), On(CAS, 1, text, "11"));
        }
        // Something that changes both partitions, or is refused; in the end both are read.
        if (last == requests && last > 1) { return Of(On(GET, 0, "", ""), On(GET, 1, "", "")); }
        if ($) { return Of(On(SET, 0, text, ""), On(SET, 1, text, "")); }
        return Of(On(CAS, 0, text, "11"), On(SET, 1, text, ""));
    }

    fun Of(first: tAction, second: tAction): tTransaction {
        var t: tTransaction;

        t.is_strict = true;
        t.actions += (0, first);
        t.actions += (1, second);
        return t;
    }

    fun Single(action: tAction): tTransaction {
        var t: tTransaction;

        t.actions += (0, action);
        return t;
    }

    fun On(kind: tKind, partition: int, value: string, expected: string): tAction {
        return (kind = kind, key = format("k{0}", partition), value = value, expected = expected, hash = partition);
    }

    fun Id(): int {
        return 10 * setup.number + last;
    }
}

// The container of a front and its client.
machine Desk {
    start state Init {
        entry (s: (directory: machine, number: int)) {
            new Client((number = s.number, front = new Front(s.directory)));
        }
    }
}

machine Driver {
    start state Init {
        entry {
            var directory: machine;
            var groups: seq[machine];
            var i: int;

            directory = new Directory();
            while (i < desks) {
                i = i + 1;
                new Desk((directory = directory, number = i));
            }
            i = 0;
            while (i < partitions) {
                groups += (i, NewPartition(i));
                i = i + 1;
            }
            i = 0;
            while (i < coordinators) {
                i = i + 1;
                new Seat((directory = directory, groups = groups, place = i));
            }
        }
    }

    // One keeper, or a group; to the first one other replicas come later.
    fun NewPartition(number: int): machine {
        var group: machine;
        var i: int;

        if (replicas == 0) { return new Keeper(); }
        group = NewGroup();
        while (number == 0 && i < joins) {
            i = i + 1;
            AddReplica(group, i);
        }
        return group;
    }
}

module transactions = { Driver, Directory, Seat, Coordinator, Desk, Front, Client };
