// What processors see: memory, as if there were no caches.

// Each read sees the last write, and each increment adds one to it.
spec Coherent observes eReads, eWrites {
    var memory: map[machine, int];

    start state Watching {
        on eReads do (r: (line: machine, value: int)) {
            assert r.value == Value(r.line), format("{0} is read, {1} was written", r.value, Value(r.line));
        }
        on eWrites do (w: (line: machine, value: int)) {
            assert w.value == Value(w.line) + 1, format("{0} is written after {1}", w.value, Value(w.line));
            memory[w.line] = w.value;
        }
    }

    fun Value(line: machine): int {
        if (line in memory) { return memory[line]; }
        return 0;
    }
}

// Each operation of a processor ends.
spec EverythingEnds observes eRead, eIncrement, eDone {
    var open: int;

    start cold state Idle {
        on eRead, eIncrement do Begin;
    }
    hot state Busy {
        on eRead, eIncrement do Begin;
        on eDone do {
            open = open - 1;
            if (open == 0) { goto Idle; }
        }
    }

    fun Begin() {
        open = open + 1;
        goto Busy;
    }
}
