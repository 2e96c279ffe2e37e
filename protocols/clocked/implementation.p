// A clocked transition system: processes whose steps have a lower and an upper bound in time (Z. Manna and
// A. Pnueli, Clocked transition systems, 1996). The system is Fischer's mutual exclusion.
//
// Each process has a clock, which is reset by each step. `Time` lets all clocks advance by one, again and again. In each
// unit of time, a process may take its next step if its clock is at the lower bound, and must if it is
// at the upper bound. Steps of different processes in the same unit of time happen in any order.
//
// Fischer: a process that finds the register free writes its number, within `write` units. It waits longer
// than that. If the number is still its own then, it enters: nobody can write any more.

param processes: int;
param write: int;

enum tPlace { READ, WRITE, CHECK, LEAVE }

event eTick: machine;     // from Time: one unit has passed
event eTicked;            // to Time: the process has done what it does in this unit
event eReadRegister: machine;
event eWriteRegister: (by: machine, value: int);
event eRegister: int;     // the answer to both: the value
event eTries: int;        // for the specification
event eEnters: int;
event eLeaves: int;

machine Register {
    var value: int;  // 0: free

    start state Serving {
        on eReadRegister do (by: machine) { send by, eRegister, value; }
        on eWriteRegister do (w: (by: machine, value: int)) {
            value = w.value;
            send w.by, eRegister, value;
        }
    }
}

machine Process {
    var number: int;
    var register: machine;
    var place: tPlace;  // the step that comes next
    var clock: int;

    start state Init {
        entry (setup: (number: int, register: machine)) {
            number = setup.number;
            register = setup.register;
            goto Living;
        }
        defer eTick;
    }

    state Living {
        on eTick do (time: machine) {
            if (clock < Upper()) { clock = clock + 1; }
            if (clock >= Lower() && (clock >= Upper() || $)) { Step(); }
            send time, eTicked;
        }
    }

    // When the next step is possible, and when it is due.
    fun Lower(): int {
        if (place == CHECK && !bug_clocked_waits_too_little) { return write + 1; }
        if (place == CHECK) { return write; }
        return 1;
    }

    fun Upper(): int {
        if (place == CHECK) { return write + 1; }
        if (place == WRITE) { return write; }
        return 2;
    }

    fun Step() {
        clock = 0;
        if (place == READ) {
            announce eTries, number;
            if (Read() == 0) { place = WRITE; }
        } else if (place == WRITE) {
            Write(number);
            place = CHECK;
        } else if (place == CHECK) {
            if (Read() == number) {
                announce eEnters, number;
                place = LEAVE;
            } else {
                place = READ;
            }
        } else {
            announce eLeaves, number;
            Write(0);
            place = READ;
        }
    }

    fun Read(): int {
        var value: int;

        send register, eReadRegister, this;
        receive {
            case eRegister: (v: int) { value = v; }
        }
        return value;
    }

    fun Write(value: int) {
        send register, eWriteRegister, (by = this, value = value);
        receive {
            case eRegister: (v: int) { }
        }
    }
}

// Time passes when everybody has done what the last unit wanted.
machine Time {
    var everybody: set[machine];
    var missing: int;

    start state Passing {
        entry (all: set[machine]) {
            everybody = all;
            Pass();
        }
        on eTicked do {
            missing = missing - 1;
            if (missing == 0) { Pass(); }
        }
    }

    fun Pass() {
        var process: machine;

        missing = sizeof(everybody);
        foreach (process in everybody) { send process, eTick, this; }
    }
}

module clocked = { Register, Process, Time };
