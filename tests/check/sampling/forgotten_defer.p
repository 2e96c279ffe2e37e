// check
// verdict: bug
// delays: 1
// depth: 2
// A second request comes while the first is being served.

event eOpen: machine;
event eOpened;
event eDoneMoving;

machine Motor {
    start state Init {
        on eOpen do (door: machine) { send door, eDoneMoving; }
    }
}

machine Door {
    var motor: machine;

    start state Closed {
        entry { motor = new Motor(); }
        on eOpen do (m: machine) {
            send motor, eOpen, this;
            goto Opening;
        }
    }
    state Opening {
        on eDoneMoving goto Open;
    }
    state Open {
        ignore eOpen;
    }
}

machine Visitor {
    start state Init {
        entry (door: machine) { send door, eOpen, this; }
    }
}

machine Main {
    start state Init {
        entry {
            var door: machine;
            door = new Door();
            new Visitor(door);
            new Visitor(door);
        }
    }
}

// bug: unhandled-event eOpen
