// A passenger on each floor, who calls, is served, and calls again.

param presses: int;    // of each passenger; 0: for ever
param hurries: int;  // how often a call seems to wait long

machine Passenger {
    var planner: machine;
    var floor, called: int;

    start state Calling {
        entry (p: (planner: machine, floor: int)) {
            planner = p.planner;
            floor = p.floor;
            Call();
        }
        on eServedCall do {
            if (presses == 0 || called < presses) { Call(); }
        }
    }

    fun Call() {
        if (presses > 0) { called = called + 1; }
        send planner, eCall, (passenger = this, floor = floor);
    }
}

// The planner's clock.
machine Impatience {
    start state Init {
        entry (planner: machine) {
            var i: int;

            while (i < hurries) {
                i = i + 1;
                send planner, eHurry, choose(floors) + 1;
            }
            raise halt;
        }
    }
}

machine Driver {
    start state Init {
        entry {
            var planner: machine;
            var floor: int;

            planner = new Planner();
            while (floor < floors) {
                floor = floor + 1;
                new Passenger((planner = planner, floor = floor));
            }
            if (hurries > 0) { new Impatience(planner); }
            raise halt;
        }
    }
}

module system = union planning, { Driver, Doors, Passenger, Impatience };

test param (floors in [2, 3], cars in [1, 2], presses in [1], hurries in [0]) tcOneCall [main = Driver]:
    assert Honest in system;
test param (floors in [2], cars in [2], presses in [2], hurries in [1]) tcHurry [main = Driver]:
    assert Honest in system;
test param (floors in [4], cars in [3], presses in [3], hurries in [3]) tcLarge [main = Driver]:
    assert Honest in system;
test param (floors in [2, 3], cars in [1]) tcServed [main = Driver]: assert HighestIsServed in system;
test param (floors in [2], cars in [2], presses in [2], hurries in [1]) tcServedTwoCars [main = Driver]:
    assert HighestIsServed in system;

test param (floors in [3], cars in [2], presses in [2], hurries in [1], bug_planning_by_car in [true])
    tcBugByCar [main = Driver]: assert Honest in system;
test param (floors in [4], cars in [1], bug_planning_nearest in [true])
    tcBugNearest [main = Driver]: assert HighestIsServed in system;
