// The clients of a service that are not P: they speak RESP, the protocol of Redis (door.h).

type tDoor;
fun OpenDoor(who: machine): tDoor;
fun PortOf(door: tDoor): int;
fun NextRequest(door: tDoor): (id: int, operations: seq[tOperation]);
fun GiveReplies(door: tDoor, id: int, results: seq[tReply]);

event eKnock;  // C: there is a request

machine Outside {
    var door: tDoor;
    var gateway: machine;

    start state Serving {
        entry (master: machine) {
            gateway = new Gateway(master);
            door = OpenDoor(this);
            print format("clients are served at port {0}", PortOf(door));
        }
        on eKnock do {
            var request: (id: int, operations: seq[tOperation]);

            request = NextRequest(door);
            if (request.id == 0) { return; }
            send gateway, eRequests, (client = this, id = request.id, operations = request.operations);
        }
        on eReplies do (r: (id: int, results: seq[tReply])) { GiveReplies(door, r.id, r.results); }
    }
}
