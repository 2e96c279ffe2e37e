// Clients of transactions over two partitions, and coordinators and replicas that crash: for `plait check --network fifo --crashes 1`.

param desks: int;
param requests: int;      // of each client
param coordinators: int;
param joins: int;         // replicas of the last partition that come later
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
            var masters: seq[machine];
            var i: int;

            directory = new Directory();
            while (i < desks) {
                i = i + 1;
                new Desk((directory = directory, number = i));
            }
            i = 0;
            while (i < partitions) {
                masters += (i, NewPartition(i));
                i = i + 1;
            }
            i = 0;
            while (i < coordinators) {
                i = i + 1;
                new Seat((directory = directory, masters = masters, place = i));
            }
        }
    }

    // One keeper, or a chain; to the first one another replica comes later.
    fun NewPartition(number: int): machine {
        var master: machine;
        var i, count: int;

        if (replicas == 0) { return new Keeper(); }
        master = new Master();
        count = replicas;
        if (number == 0) { count = count + joins; }
        while (i < count) {
            i = i + 1;
            new Replica((master = master, place = i));
        }
        return master;
    }
}

module transactions = { Driver, Directory, Seat, Coordinator, Desk, Front, Client };
module abstract = union transactions, { Keeper, Relay -> Gateway, Master, Replica };
module whole = union transactions, chain, { Gateway, Keeper };

// Over partitions that do not fail.
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [1], requests in [2])
    tcTransactions [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [2], desks in [1], requests in [1])
    tcTakeover [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [2], desks in [1], requests in [2])
    tcTakeoverTwo [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [2], requests in [1])
    tcClients [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [2], desks in [1], requests in [1])
    tcAnswers [main = Driver]: assert EveryAnswer in abstract;

// Over chains.
test param (partitions in [2], replicas in [2], part in [1], units_of_message in [32], coordinators in [1], desks in [1], requests in [2])
    tcWhole [main = Driver]: assert StrictlySerializable, OneAnswer in whole;
test param (partitions in [2], replicas in [1], joins in [1], part in [1], units_of_message in [32], coordinators in [1], desks in [1], requests in [2])
    tcWholeJoin [main = Driver]: assert StrictlySerializable, OneAnswer in whole;

// Seeded bugs.
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [1], requests in [2], bug_applies_early in [true])
    tcBugAppliesEarly [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [1], requests in [2], plan in [1], bug_notes_nothing in [true])
    tcBugNotesNothing [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [1], requests in [2], bug_forgets_decisions in [true])
    tcBugForgetsDecisions [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [1], requests in [2], plan in [2], bug_tries_again in [true])
    tcBugTriesAgain [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [2], requests in [2], bug_holds_nothing in [true])
    tcBugHoldsNothing [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [1], requests in [1], bug_front_sends_once in [true])
    tcBugFrontSendsOnce [main = Driver]: assert EveryAnswer in abstract;
test param (partitions in [2], units_of_message in [32], coordinators in [1], desks in [1], requests in [2], bug_obeys_old in [true])
    tcBugObeysOld [main = Driver]: assert StrictlySerializable, OneAnswer in abstract;
