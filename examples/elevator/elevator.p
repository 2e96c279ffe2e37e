// An elevator: a cabin that serves calls, a door that must be shut while it
// moves, and people who press buttons.
//
// The order of things matters. The cabin asks the door to close and moves only
// when the door says it is closed; somebody in the door opens it again, and the
// cabin waits. The monitor watches for what must never happen.

event eCall: int;           // somebody at this floor
event eCloseDoor: machine;
event eOpenDoor: machine;
event eDoorClosed;
event eDoorOpened;
event eStep;                // the motor has moved the cabin by one floor
event eArrived: int;
event eMoving: int;         // announced, for the monitor: the cabin goes to this floor
event eDoorIs: bool;        // announced: open?

machine Main {
    start state Building {
        entry {
            var cabin: machine;
            var i: int;

            cabin = new Cabin(this);
            while (i < 3) {
                new Person(cabin, 1 + choose(4));
                i = i + 1;
            }
        }

        on eArrived do (floor: int) {
            print format("the door opens at floor {0}", floor);
        }
    }
}

machine Person {
    start state Waiting {
        entry (button: (machine, int)) {
            send button.0, eCall, button.1;
        }
    }
}

machine Cabin {
    var building: machine;
    var door: machine;
    var motor: machine;
    var floor: int;
    var goal: int;

    start state Init {
        entry (owner: machine) {
            building = owner;
            door = new Door();
            motor = new Motor();
            goto Idle;
        }
    }

    // The door is open, nobody wants anything.
    state Idle {
        on eCall do (wanted: int) {
            goal = wanted;
            if (goal == floor) {
                send building, eArrived, floor;
                return;
            }
            goto Closing;
        }
    }

    state Closing {
        defer eCall;
        entry {
            send door, eCloseDoor, this;
        }
        on eDoorClosed goto Moving;
        // Somebody stood in it: once more.
        on eDoorOpened goto Closing;
    }

    state Moving {
        defer eCall;
        entry {
            announce eMoving, goal;
            send motor, eGo, (cabin = this, up = goal > floor);
        }
        on eStep do {
            if (goal > floor) {
                floor = floor + 1;
            } else {
                floor = floor - 1;
            }
            if (floor == goal) {
                goto Opening;
            }
            goto Moving;
        }
    }

    state Opening {
        defer eCall;
        entry {
            send door, eOpenDoor, this;
        }
        on eDoorOpened do {
            send building, eArrived, floor;
            goto Idle;
        }
    }
}

event eGo: (cabin: machine, up: bool);

machine Motor {
    start state Ready {
        on eGo do (order: (cabin: machine, up: bool)) {
            send order.cabin, eStep;
        }
    }
}

machine Door {
    start state Open {
        on eCloseDoor do (cabin: machine) {
            if ($) {
                announce eDoorIs, true;
                send cabin, eDoorOpened;
            } else {
                announce eDoorIs, false;
                send cabin, eDoorClosed;
                goto Closed;
            }
        }
    }

    state Closed {
        on eOpenDoor do (cabin: machine) {
            announce eDoorIs, true;
            send cabin, eDoorOpened;
            goto Open;
        }
    }
}

// The cabin never moves with an open door.
spec DoorIsShut observes eMoving, eDoorIs {
    start state Open {
        on eMoving do (goal: int) {
            assert false, format("the cabin moves to floor {0} with an open door", goal);
        }
        on eDoorIs do (open: bool) {
            if (!open) {
                goto Shut;
            }
        }
    }

    state Shut {
        ignore eMoving;
        on eDoorIs do (open: bool) {
            if (open) {
                goto Open;
            }
        }
    }
}
