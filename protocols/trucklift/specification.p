// What people who stand beside the lifts expect.

// Lifts differ by one step at most; when an alarm ends, all are level. Making them level, no lift goes up.
spec Level observes eHeight, eLevel, eAlarm {
    var heights: map[machine, int];
    var level: int;
    var levelling: bool;

    start state Watching {
        on eHeight do (h: (lift: machine, height: int)) {
            assert !levelling || !(h.lift in heights) || h.height != level || h.height <= heights[h.lift],
                "a lift goes up during an alarm";
            heights[h.lift] = h.height;
            assert Spread() <= 1, format("the lifts differ by {0} steps", Spread());
        }
        on eLevel do (l: (alarmed: machine, height: int)) {
            level = l.height;
            levelling = true;
        }
        on eAlarm do (begins: bool) {
            levelling = false;
            assert begins || Spread() == 0, "the alarm ends, but the lifts are not level";
        }
    }

    // A lift that has not moved is at 0.
    fun Spread(): int {
        var lowest, highest, h: int;

        if (sizeof(heights) == lifts) {
            lowest = values(heights)[0];
            highest = lowest;
        }
        foreach (h in values(heights)) {
            if (h < lowest) { lowest = h; }
            if (h > highest) { highest = h; }
        }
        return highest - lowest;
    }
}

// Every command ends.
spec CommandsEnd observes ePress, eIdle {
    start cold state Idle {
        on ePress goto Busy;
    }
    hot state Busy {
        on eIdle goto Idle;
    }
}
