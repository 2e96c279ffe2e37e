// An operator who presses buttons at any lift, one after the other, and a sensor that notices obstacles.

param commands: int;
param steps: int;     // of a command, at most
param obstacles: int;

machine Operator {
    var all: set[machine];
    var left: int;

    start state Working {
        entry (a: set[machine]) {
            all = a;
            left = commands;
            Command();
        }
        on eIdle do Command;
    }

    fun Command() {
        var lift: machine;

        if (left == 0) { return; }
        left = left - 1;
        lift = choose(all);
        send lift, ePress, (operator = this, up = $, steps = steps);
        send lift, eRelease;
    }
}

machine Sensor {
    var all: set[machine];
    var left: int;

    start state Watching {
        entry (a: set[machine]) {
            all = a;
            left = obstacles;
            Notice();
        }
        on eResume do Notice;
    }

    fun Notice() {
        if (left == 0) { return; }
        left = left - 1;
        send choose(all), eObstacle, this;
    }
}

machine Driver {
    start state Init {
        entry {
            var all, others: set[machine];
            var lift: machine;

            while (sizeof(all) < lifts) { all += (new Lift()); }
            foreach (lift in all) {
                others = all;
                others -= (lift);
                send lift, eConnect, others;
            }
            new Operator(all);
            if (obstacles > 0) { new Sensor(all); }
            raise halt;
        }
    }
}

// One lift, with the abstraction of the others.
machine OneLiftDriver {
    start state Init {
        entry {
            var others, alone: set[machine];
            var lift: machine;

            while (sizeof(others) < lifts - 1) { others += (new ObedientLift()); }
            lift = new Lift();
            send lift, eConnect, others;
            alone += (lift);
            new Operator(alone);
            if (obstacles > 0) { new Sensor(alone); }
            raise halt;
        }
    }
}

module system = union trucklift, { Driver, Operator, Sensor };
module one_lift = { OneLiftDriver, Lift, ObedientLift, Operator, Sensor };

test param (lifts in [2, 3], commands in [2], steps in [2], obstacles in [0]) tcCommands [main = Driver]:
    assert Level in system;
test param (lifts in [2, 3], commands in [1], steps in [2], obstacles in [1]) tcAlarm [main = Driver]:
    assert Level in system;
test param (lifts in [4], commands in [3], steps in [3], obstacles in [2]) tcLarge [main = Driver]:
    assert Level in system;
test param (lifts in [2], commands in [1], steps in [2], obstacles in [1]) tcEnds [main = Driver]:
    assert CommandsEnd in system;
test param (lifts in [2, 3, 4], commands in [1], steps in [2], obstacles in [1]) tcOneLift [main = OneLiftDriver]:
    assert Level in one_lift;
test param (lifts in [3], commands in [2], steps in [2], obstacles in [1]) tcOneLiftEnds [main = OneLiftDriver]:
    assert CommandsEnd in one_lift;

test param (lifts in [5], commands in [2], steps in [2], obstacles in [1], bug_lift_ignores_commander in [true])
    tcBugIgnoresCommander [main = Driver]: assert Level in system;
