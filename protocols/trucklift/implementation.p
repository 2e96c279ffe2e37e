// Lifts for trucks: one lift for each wheel, connected by a bus. All of them go up and down together.
//
// The lift whose button is pressed commands: it lets all lifts go one step, waits until all have done so, and continues
// until the button is released. A lift that notices an obstacle raises the alarm: all lifts stop and tell it their
// height. It makes them level with the lowest one, and then releases them.

param lifts: int;

type tStep = (commander: machine, up: bool);

event eConnect: set[machine];            // the other lifts
event ePress: (operator: machine, up: bool, steps: int);  // at most so many steps
event eRelease;
event eIdle;                             // to the operator: the command has ended
event eStep: tStep;                      // commander to the others
event eMoved: machine;                   // to the commander
event eObstacle: machine;                // from the sensor
event eStop: machine;                    // the lift that raises the alarm, to the others
event eStopped: (lift: machine, height: int);  // to that lift
event eLevel: (alarmed: machine, height: int);  // from that lift
event eLevelled: machine;                // to that lift
event eResume;                           // from that lift; also to the sensor

// For the specification.
event eHeight: (lift: machine, height: int);
event eAlarm: bool;                      // true: it begins, false: it ends

machine Lift {
    var others: set[machine];
    var height: int;
    var commander: machine;              // of the last step
    var command: (operator: machine, up: bool, steps: int);  // operator null: none
    var released: bool;
    var moved: set[machine];
    var heights: map[machine, int];      // during an alarm
    var levelled: set[machine];
    var sensor: machine;

    start state Init {
        on eConnect do (all: set[machine]) {
            others = all;
            goto Standby;
        }
        defer ePress, eRelease, eStep, eObstacle, eStop;
    }

    state Standby {
        on ePress do (c: (operator: machine, up: bool, steps: int)) {
            command = c;
            released = false;
            goto Commanding;
        }
        on eStep do (step: tStep) {
            commander = step.commander;
            Move(step.up);
            send commander, eMoved, this;
        }
        on eObstacle goto Alarmed;
        on eStop goto Stopped;
        ignore eRelease;
    }

    state Commanding {
        entry { Step(); }
        on eMoved do (lift: machine) {
            moved += (lift);
            if (sizeof(moved) == sizeof(others)) { StepOrEnd(); }
        }
        on eRelease do {
            released = true;
            if (sizeof(moved) == sizeof(others)) { StepOrEnd(); }
        }
        on eObstacle goto Alarmed;
        on eStop goto Stopped;
    }

    state Alarmed {
        entry (s: machine) {
            var lift: machine;

            announce eAlarm, true;
            sensor = s;
            heights = default(map[machine, int]);
            heights[this] = height;
            foreach (lift in others) { send lift, eStop, this; }
        }
        on eStopped do (s: (lift: machine, height: int)) {
            heights[s.lift] = s.height;
            if (HasAnswers()) { Level(); }
        }
        on ePress do Refuse;
        ignore eRelease, eStep, eMoved;
    }

    state Levelling {
        on eLevelled do (lift: machine) {
            levelled += (lift);
            if (sizeof(levelled) == sizeof(others)) { Resume(); }
        }
        on ePress do Refuse;
        ignore eRelease, eStep, eMoved, eStopped;
    }

    state Stopped {
        entry (alarmed: machine) { send alarmed, eStopped, (lift = this, height = height); }
        on eLevel do (level: (alarmed: machine, height: int)) {
            SetHeight(level.height);
            send level.alarmed, eLevelled, this;
        }
        on eResume do {
            EndCommand();
            goto Standby;
        }
        on ePress do Refuse;
        ignore eRelease, eStep, eMoved;
    }

    fun Step() {
        var lift: machine;

        commander = this;
        command.steps = command.steps - 1;
        moved = default(set[machine]);
        Move(command.up);
        foreach (lift in others) { send lift, eStep, (commander = this, up = command.up); }
    }

    fun StepOrEnd() {
        if (!released && command.steps > 0) {
            Step();
        } else if (released) {
            EndCommand();
            goto Standby;
        }
    }

    fun HasAnswers(): bool {
        if (bug_lift_ignores_commander && commander != null && !(commander in heights)) {
            return sizeof(heights) == lifts - 1;
        }
        return sizeof(heights) == lifts;
    }

    // All lifts go down to the lowest one: up would be dangerous now.
    fun Level() {
        var lift: machine;
        var lowest: int;

        lowest = height;
        foreach (lift in keys(heights)) {
            if (heights[lift] < lowest) { lowest = heights[lift]; }
        }
        SetHeight(lowest);
        levelled = default(set[machine]);
        foreach (lift in others) { send lift, eLevel, (alarmed = this, height = lowest); }
        goto Levelling;
    }

    fun Resume() {
        var lift: machine;

        announce eAlarm, false;
        foreach (lift in others) { send lift, eResume; }
        send sensor, eResume;
        EndCommand();
        goto Standby;
    }

    fun Move(up: bool) {
        if (up) { SetHeight(height + 1); }
        else { SetHeight(height - 1); }
    }

    fun SetHeight(h: int) {
        height = h;
        announce eHeight, (lift = this, height = h);
    }

    fun Refuse(c: (operator: machine, up: bool, steps: int)) { send c.operator, eIdle; }

    fun EndCommand() {
        if (command.operator != null) { send command.operator, eIdle; }
        command.operator = null as machine;
    }
}

module trucklift = { Lift };
