// Transactions over partitions as they run, whatever the partitions are: commit-chain.p and commit-paxos.p say that.

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
            var directory: machine;
            var groups: seq[machine];
            var i: int;

            directory = new Directory();
            while (i < partitions) {
                groups += (i, NewGroup());
                i = i + 1;
            }
            i = 0;
            while (i < 2) {
                i = i + 1;
                new Seat((directory = directory, groups = groups, place = i));
            }
            new Counter(directory);
        }
    }
}

module front = { Service, Directory, Seat, Coordinator, Counter, Front, Gateway };
