// The planning of a group of elevators: which car serves which call, and in which order.
//
// A passenger presses the button of a floor, its lamp goes on. The planner assigns the call to a car. The car travels up
// as long as there are calls above, then down as long as there are calls below, and reports each call that it has
// served: then the lamp goes off. If a car is slow, the planner assigns its call to another car, and cancels the first assignment. That
// may come too late: then the call is served twice. A report has the number of its assignment, by which the planner recognises an old one.

param floors: int;  // 1, 2, ...
param cars: int;

event eCall: (passenger: machine, floor: int);
event eServedCall: int;                            // planner to passenger: the lamp is off
event eAssign: (floor: int, number: int);          // planner to car
event eCancel: (floor: int, number: int);          // planner to car
event eReport: (car: machine, floor: int, number: int);  // car to planner
event eOpenDoors: int;                             // car to its doors: at this floor
event eDoorsDone;                                  // doors to car: they were open, and are closed again
event eHurry: int;                                 // to the planner: the call of this floor waits long

// For the specification.
event eDoorsOpen: int;

type tCall = (number: int, car: machine, passenger: machine);  // number, car: of the assignment

machine Planner {
    var all: seq[machine];
    var turn: int;               // the car that gets the next call
    var calls: map[int, tCall];  // by floor
    var number: int;

    start state Planning {
        entry {
            while (sizeof(all) < cars) { all += (sizeof(all), new Car(this)); }
        }
        on eCall do (call: (passenger: machine, floor: int)) {
            calls[call.floor] = (number = 0, car = null as machine, passenger = call.passenger);
            Assign(call.floor);
        }
        on eHurry do (floor: int) {
            if (!(floor in calls)) { return; }
            send calls[floor].car, eCancel, (floor = floor, number = calls[floor].number);
            if (calls[floor].car == all[turn]) { NextCar(); }
            Assign(floor);
        }
        on eReport do (report: (car: machine, floor: int, number: int)) {
            if (!(report.floor in calls)) { return; }
            if (!Fits(calls[report.floor], report)) { return; }
            send calls[report.floor].passenger, eServedCall, report.floor;
            calls -= (report.floor);
        }
    }

    fun Fits(call: tCall, report: (car: machine, floor: int, number: int)): bool {
        if (bug_planning_by_car) { return call.car == report.car; }
        return call.number == report.number;
    }

    // With one car there is nothing to tell apart.
    fun Assign(floor: int) {
        if (cars > 1) { number = number + 1; }
        calls[floor].number = number;
        calls[floor].car = all[turn];
        send all[turn], eAssign, (floor = floor, number = number);
        NextCar();
    }

    fun NextCar() {
        turn = turn + 1;
        if (turn == cars) { turn = 0; }
    }
}

machine Car {
    var planner, doors: machine;
    var floor: int;
    var up: bool;                // the direction
    var calls: map[int, int];    // by floor: the number of the assignment

    start state Init {
        entry (p: machine) {
            planner = p;
            doors = new Doors(this);
            floor = 1;
            goto Waiting;
        }
        defer eAssign, eCancel;
    }

    state Waiting {
        on eAssign do (a: (floor: int, number: int)) {
            calls[a.floor] = a.number;
            goto Travelling;
        }
        ignore eCancel;
    }

    // From one floor to the next.
    state Travelling {
        on null do {
            Move();
            if (floor in calls) { goto Serving; }
        }
        on eAssign do Add;
        on eCancel do (c: (floor: int, number: int)) {
            Remove(c);
            if (sizeof(calls) == 0) { goto Waiting; }
        }
    }

    state Serving {
        entry { send doors, eOpenDoors, floor; }
        on eDoorsDone do {
            send planner, eReport, (car = this, floor = floor, number = calls[floor]);
            calls -= (floor);
            if (sizeof(calls) == 0) { goto Waiting; }
            goto Travelling;
        }
        on eCancel do (c: (floor: int, number: int)) {
            if (c.floor != floor) { Remove(c); }
        }
        defer eAssign;
    }

    fun Add(a: (floor: int, number: int)) { calls[a.floor] = a.number; }

    fun Remove(c: (floor: int, number: int)) {
        if (c.floor in calls && calls[c.floor] == c.number) { calls -= (c.floor); }
    }

    // It changes the direction only if there is no call ahead. A call of this floor waits for the others, so that
    // nobody keeps the car by pressing again and again.
    fun Move() {
        if (!HasCall(true) && !HasCall(false)) { return; }
        if (!HasCall(up)) { up = !up; }
        if (bug_planning_nearest) { up = NearestIsAbove(); }
        if (up) { floor = floor + 1; }
        else { floor = floor - 1; }
        assert floor >= 1 && floor <= floors, "a car leaves the shaft";
    }

    fun HasCall(above: bool): bool {
        var f: int;

        foreach (f in keys(calls)) {
            if (f != floor && (f > floor) == above) { return true; }
        }
        return false;
    }

    fun NearestIsAbove(): bool {
        var f, nearest: int;

        nearest = 3 * floors;
        while (f < floors) {
            f = f + 1;
            if (f in calls && f != floor && Distance(f) < Distance(nearest)) { nearest = f; }
        }
        return nearest > floor;
    }

    fun Distance(f: int): int {
        if (f > floor) { return f - floor; }
        return floor - f;
    }
}

module planning = { Planner, Car };
