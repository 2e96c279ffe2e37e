// Clients of a hash table or a list, and all that is below it: dispatcher, chain replication or Multi-Paxos, failure detector, channels,
// links, timers.

param clients: int;
param requests: int;  // of each client
param places: int;    // keys, beginning with 1; of a list those at the begin
param lists: bool;    // a list, not a hash table

type tClientSetup = (number: int, service: machine);

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
            var operation: tOperation;

            last = last + 1;
            operation = Chosen();
            announce eAsked, (id = Id(), operation = operation);
            send setup.service, eRequest, (client = this, id = Id(), operation = operation);
        }
        on eResponse do (response: tResponse) {
            announce eAnswered, response;
            assert response.id == Id(), "this is the answer to another request";
            if (last < requests) { goto Asking; }
            print format("client {0} has {1} answers", setup.number, last);
        }
    }

    fun Chosen(): tOperation {
        var place: int;

        place = choose(places);
        if (lists) {
            if ($) { return (kind = APPEND, place = 0, value = Id()); }
            if ($) { return (kind = TAKE, place = place, value = 0); }
            return (kind = READ, place = place, value = 0);
        }
        place = place + 1;
        if ($) { return (kind = PUT, place = place, value = Id()); }
        if ($) { return (kind = REMOVE, place = place, value = 0); }
        return (kind = GET, place = place, value = 0);
    }

    fun Id(): int {
        return 1000000 * setup.number + last;
    }
}

machine Driver {
    start state Init {
        entry {
            var service: machine;
            var i: int;

            service = new Service();
            while (i < clients) {
                i = i + 1;
                new Client((number = i, service = service));
            }
            raise halt;
        }
    }
}

module users = { Driver, Client, HashTable -> Learner, Dispatcher -> Service };
module list_users = { Driver, Client, List -> Learner, Dispatcher -> Service };
module reliable = { ReliableChannel -> Channel, ChannelReceiver, UnreliableLink -> Link };

// With the abstraction of a channel, and with channels over links that lose packets.
module over_direct = union users, detected, lines, direct_channel;
module whole = union users, detected, lines, reliable;
module log_over_direct = union users, detected_log, log_lines, direct_channel;
module whole_log = union users, detected_log, log_lines, reliable;
module whole_list = union list_users, detected_log, log_lines, reliable;

test param (clients in [1], requests in [1], places in [1], replicas in [1, 2], executing in [true])
    tcSmall [main = Driver]: assert Linearizable, OneAnswer in over_direct;
test param (clients in [1], requests in [1], places in [1], replicas in [2], failures in [1], executing in [true])
    tcDirect [main = Driver]: assert Linearizable, OneAnswer in over_direct;
test param (clients in [1], requests in [1], places in [1], replicas in [2], executing in [true])
    tcAnswers [main = Driver]: assert EveryAnswer in over_direct;
test param (clients in [1], requests in [1], places in [1], replicas in [1], window in [1], executing in [true])
    tcOneReplica [main = Driver]: assert Linearizable, OneAnswer in whole;
test param (clients in [2], requests in [2], places in [1], replicas in [3], failures in [1], window in [2], executing in [true])
    tcWhole [main = Driver]: assert Linearizable, OneAnswer in whole;

// The same over Multi-Paxos.
test param (clients in [1], requests in [1], places in [1], leaders in [1], acceptors in [1], executing in [true])
    tcLogSmall [main = Driver]: assert Linearizable, OneAnswer, LogConsistency in log_over_direct;
test param (clients in [1], requests in [1], places in [1], leaders in [2], acceptors in [3], failures in [1], crashes in [1],
            executing in [true])
    tcLogDirect [main = Driver]: assert Linearizable, OneAnswer, LogConsistency in log_over_direct;
test param (clients in [1], requests in [1], places in [1], leaders in [2], acceptors in [3], executing in [true])
    tcLogAnswers [main = Driver]: assert EveryAnswer in log_over_direct;
test param (clients in [2], requests in [2], places in [1], leaders in [2], acceptors in [3], failures in [1], crashes in [1],
            window in [2], executing in [true])
    tcLogWhole [main = Driver]: assert Linearizable, OneAnswer, LogConsistency in whole_log;
test param (clients in [2], requests in [2], places in [1], lists in [true], leaders in [2], acceptors in [3], failures in [1],
            crashes in [1], window in [2], executing in [true])
    tcListWhole [main = Driver]: assert Linearizable, OneAnswer, LogConsistency in whole_list;

// A bug of the lowest layer, seen from above: a replica misses an update.
test param (clients in [2], requests in [2], places in [1], replicas in [2], window in [2], executing in [true],
            bug_channel_gap in [true])
    tcBugGap [main = Driver]: assert Linearizable, OneAnswer in whole;

// A bug of Multi-Paxos: an acceptor compares a ballot with its vote for the slot, not with its promise.
test param (clients in [2], requests in [1], places in [1], leaders in [2], acceptors in [3], failures in [1], executing in [true],
            bug_multipaxos_slot_promise in [true])
    tcBugSlotPromise [main = Driver]: assert Linearizable, OneAnswer, LogConsistency in log_over_direct;
