// Transactions over partitions as they run: `services/run` starts them.

type tDoor;
fun OpenCounter(who: machine): tDoor;
fun PortOf(door: tDoor): int;
fun NextTransactions(door: tDoor): (id: int, list: seq[tTransaction]);
fun GiveOutcomes(door: tDoor, id: int, list: seq[tOutcome]);

event eKnock;  // C: there is a request

// Clients that are not P: they speak RESP, the protocol of Redis (gateway/door.h).
machine Counter {
    var door: tDoor;
    var front: machine;

    start state Serving {
        entry (directory: machine) {
            front = new Front(directory);
            door = OpenCounter(this);
            print format("clients are served at port {0}", PortOf(door));
        }
        on eKnock do {
            var request: (id: int, list: seq[tTransaction]);

            request = NextTransactions(door);
            if (request.id == 0) { return; }
            send front, eTransactions, (client = this, id = request.id, list = request.list);
        }
        on eOutcomes do (r: (id: int, list: seq[tOutcome])) { GiveOutcomes(door, r.id, r.list); }
    }
}

machine Service {
    start state Init {
        entry {
            var directory, master: machine;
            var masters: seq[machine];
            var i, k: int;

            directory = new Directory();
            while (i < partitions) {
                master = new Master();
                masters += (i, master);
                i = i + 1;
                k = 0;
                while (k < replicas) {
                    k = k + 1;
                    new Replica((master = master, place = k));
                }
            }
            i = 0;
            while (i < 2) {
                i = i + 1;
                new Seat((directory = directory, masters = masters, place = i));
            }
            new Counter(directory);
        }
    }
}

module live = union chain, { Service, Directory, Seat, Coordinator, Counter, Front, Gateway };

test param (partitions in [2], replicas in [2], part in [100], units_of_message in [32])
    commit2 [main = Service]: live;
test param (partitions in [2], replicas in [3], part in [100], units_of_message in [32])
    commit3 [main = Service]: live;

// With seeded bugs, for campaigns.
test param (partitions in [2], replicas in [2], part in [100], units_of_message in [32], bug_applies_early in [true])
    applies_early [main = Service]: live;
test param (partitions in [2], replicas in [2], part in [100], units_of_message in [32], bug_notes_nothing in [true])
    notes_nothing [main = Service]: live;
test param (partitions in [2], replicas in [2], part in [100], units_of_message in [32], bug_obeys_old in [true])
    obeys_old [main = Service]: live;
test param (partitions in [2], replicas in [2], part in [100], units_of_message in [32], bug_forgets_decisions in [true])
    forgets_decisions [main = Service]: live;
test param (partitions in [2], replicas in [2], part in [100], units_of_message in [32], bug_tries_again in [true])
    tries_again [main = Service]: live;
test param (partitions in [2], replicas in [2], part in [100], units_of_message in [32], bug_holds_nothing in [true])
    holds_nothing [main = Service]: live;
test param (partitions in [2], replicas in [2], part in [100], units_of_message in [32], bug_front_sends_once in [true])
    front_sends_once [main = Service]: live;
