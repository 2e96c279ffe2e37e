// check
// verdict: verified
// Deferred events wait in their order and are taken in the next state.

event eWork: int;
event eOpen;
event eClose;

machine Door {
    var last: int;

    start state Closed {
        defer eWork;
        on eOpen goto Open;
        ignore eClose;
    }

    state Open {
        on eWork do (n: int) {
            assert n > last, "not in order";
            last = n;
        }
        on eClose goto Closed;
        ignore eOpen;
    }
}

machine Worker {
    start state Init {
        entry (door: machine) {
            send door, eWork, 1;
            send door, eWork, 2;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var door: machine;
            door = new Door();
            new Worker(door);
            send door, eOpen;
            send door, eClose;
            send door, eOpen;
        }
    }
}
