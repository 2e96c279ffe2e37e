// Lists over a chain, as they run: `services/run` starts them.

type tDoor;
fun OpenListDoor(who: machine): tDoor;
fun PortOf(door: tDoor): int;
fun NextListRequest(door: tDoor): (id: int, operations: seq[tOperation]);
fun GiveReplies(door: tDoor, id: int, results: seq[tReply]);

event eKnock;  // C: there is a request

// Clients that are not P: they speak RESP, the protocol of Redis (gateway/door.h).
machine Outside {
    var door: tDoor;
    var gateway: machine;

    start state Serving {
        entry (master: machine) {
            gateway = new Gateway(master);
            door = OpenListDoor(this);
            print format("clients are served at port {0}", PortOf(door));
        }
        on eKnock do {
            var request: (id: int, operations: seq[tOperation]);

            request = NextListRequest(door);
            if (request.id == 0) { return; }
            send gateway, eRequests, (client = this, id = request.id, operations = request.operations);
        }
        on eReplies do (r: (id: int, results: seq[tReply])) { GiveReplies(door, r.id, r.results); }
    }
}

machine Service {
    start state Init {
        entry { new Outside(NewGroup()); }
    }
}

module live = union chain, { Service, Outside, Gateway };

test param (replicas in [2], part in [100]) list2 [main = Service]: live;
test param (replicas in [3], part in [100]) list3 [main = Service]: live;

// With a seeded bug, for tests/services/lists.
test param (replicas in [3], part in [100], bug_joins_without_last in [true]) joins_without_last [main = Service]: live;
