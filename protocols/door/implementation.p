// The doors of an elevator cabin: the cabin travels only when all are closed.
//
// A cabin that arrives opens its doors. A door that has been open for a while closes; when somebody presses its button
// meanwhile, it stops and opens again. When the button of a closed door is pressed, the door asks the cabin, which permits it to
// open if it has not left. At each stop a door opens again `patience` times, then it closes whatever passengers do.

param doors: int;
param patience: int;
param stops: int;  // how often the cabin arrives

event eOpen;                  // cabin to door: we have arrived
event eIsClosed: machine;     // door to cabin
event eAskOpen: machine;      // door to cabin: somebody wants to get in
event ePermit;                // cabin to door
event eRefuse;
event eButton: machine;       // passenger to door
event eLight;                 // door to passenger: the button was noticed
event eDrive: bool;           // door to motor; true: open
event eDriven;                // motor to door: the panels are at the end
event eHalt;                  // door to motor
event eHalted;
event eStartTimer;            // door to timer
event eTimeOut;               // timer to door

// For the specification.
event eTravels;
event eArrives;
event ePanels: (motor: machine, closed: bool);

machine Cabin {
    var all: set[machine];
    var closed: set[machine];
    var arrived: int;

    start state Init {
        entry {
            while (sizeof(all) < doors) { all += (new Door(this)); }
            goto Arriving;
        }
    }

    state Arriving {
        entry {
            var door: machine;

            arrived = arrived + 1;
            closed = default(set[machine]);
            foreach (door in all) { send door, eOpen; }
            goto Standing;
        }
        defer eIsClosed, eAskOpen;
    }

    state Standing {
        on eIsClosed do (door: machine) {
            closed += (door);
            if (sizeof(closed) == doors) { goto Ready; }
        }
        on eAskOpen do Permit;
    }

    state Ready {
        on null goto Travelling;
        on eAskOpen do Permit;
    }

    state Travelling {
        entry { announce eTravels; }
        on null do {
            announce eArrives;
            if (arrived < stops) { goto Arriving; }
            goto Parked;
        }
        on eAskOpen do Refuse;
    }

    state Parked {
        on eAskOpen do Refuse;
    }

    fun Permit(door: machine) {
        closed -= (door);
        send door, ePermit;
        goto Standing;
    }

    fun Refuse(door: machine) { send door, eRefuse; }
}

machine Door {
    var cabin, motor, timer: machine;
    var reopened: int;

    start state Init {
        entry (c: machine) {
            cabin = c;
            motor = new Motor(this);
            timer = new OpenTimer(this);
            new Passenger(this);
            goto Closed;
        }
        defer eOpen, eButton;
    }

    state Closed {
        on eOpen do {
            reopened = 0;
            goto Opening;
        }
        on eButton do (passenger: machine) {
            send passenger, eLight;
            if (OpenAgain()) { goto Asking; }
        }
        ignore ePermit, eRefuse;
    }

    // The cabin may arrive at the same time. Then it permits: we wait for its answer, so that none is left over.
    state Asking {
        entry { send cabin, eAskOpen, this; }
        on ePermit goto Opening;
        on eRefuse goto Closed;
        on eOpen do {
            reopened = 0;
            if (bug_door_opens_at_once) { goto Opening; }
        }
        on eButton do Light;
    }

    state Opening {
        entry { send motor, eDrive, true; }
        on eDriven goto Open;
        on eButton do Light;
        ignore eOpen, ePermit, eRefuse;
    }

    state Open {
        entry { send timer, eStartTimer; }
        on eTimeOut goto Closing;
        on eButton do Light;
        ignore ePermit, eRefuse;
    }

    state Closing {
        entry { send motor, eDrive, false; }
        on eDriven do {
            send cabin, eIsClosed, this;
            goto Closed;
        }
        on eButton do (passenger: machine) {
            send passenger, eLight;
            if (OpenAgain()) { goto Reversing; }
        }
        ignore ePermit, eRefuse;
    }

    // The panels may have reached the end before the motor halts.
    state Reversing {
        entry { send motor, eHalt; }
        on eHalted goto Opening;
        on eButton do Light;
        ignore eDriven, ePermit, eRefuse;
    }

    fun Light(passenger: machine) { send passenger, eLight; }

    // Not for ever: the cabin has to leave.
    fun OpenAgain(): bool {
        if (reopened >= patience) { return false; }
        if (!bug_door_no_patience) { reopened = reopened + 1; }
        return true;
    }
}

machine OpenTimer {
    var door: machine;

    start state Idle {
        entry (d: machine) {
            if (d != null) { door = d; }
        }
        on eStartTimer goto Running;
    }

    state Running {
        on null do {
            send door, eTimeOut;
            goto Idle, null as machine;
        }
    }
}

// The panels need some time to reach the end.
machine Motor {
    var door: machine;
    var opening: bool;

    start state Still {
        entry (d: machine) {
            if (d != null) { door = d; }
        }
        on eDrive do (o: bool) {
            opening = o;
            if (opening) { announce ePanels, (motor = this, closed = false); }
            goto Driving;
        }
        on eHalt do { send door, eHalted; }
    }

    state Driving {
        on null do {
            if (!opening) { announce ePanels, (motor = this, closed = true); }
            send door, eDriven;
            goto Still, null as machine;
        }
        on eHalt do {
            send door, eHalted;
            goto Still, null as machine;
        }
    }
}

module door = { Cabin, Door, Motor, OpenTimer };
