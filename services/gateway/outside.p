// The clients of a service that are not P: they speak RESP, the protocol of Redis (door.h).

param doors: int;  // how many gateways clients have

type tDoor;
fun OpenDoor(who: machine, place: int): tDoor;
fun PortOf(door: tDoor): int;
fun NextRequest(door: tDoor): (id: int, operations: seq[tOperation]);
fun GiveReplies(door: tDoor, id: int, results: seq[tReply]);

event eKnock;  // C: there is a request

machine Outside {
    var door: tDoor;
    var gateway: machine;

    start state Serving {
        entry (s: (master: machine, place: int)) {
            gateway = new Gateway(s.master);
            door = OpenDoor(this, s.place);
            print format("clients are served at port {0}, place {1}", PortOf(door), s.place);
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

fun NewGateways(master: machine) {
    var i: int;

    while (i < doors) {
        i = i + 1;
        new Outside((master = master, place = i));
    }
}
