// The doors as a car sees them (../door has the real ones): they open, and are closed again some time later.

machine Doors {
    var car: machine;

    start state Closed {
        entry (c: machine) { car = c; }
        on eOpenDoors do (floor: int) {
            announce eDoorsOpen, floor;
            send car, eDoorsDone;
        }
    }
}
