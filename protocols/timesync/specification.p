// What users of the clocks expect.

// The clock of a node that is synchronous differs from the right time by at most the age of the answer and the drift since then.
spec NearMaster observes eTicked {
    var right: map[int, int];  // by node: how many ticks have passed

    start state Watching {
        on eTicked do (t: (node: int, clock: int, synchronous: bool)) {
            if (!(t.node in right)) { right[t.node] = 0; }
            right[t.node] = right[t.node] + 1;
            assert !t.synchronous || Difference(t.clock, right[t.node]) <= Bound(),
                format("the clock of node {0} shows {1}, it is {2}", t.node, t.clock, right[t.node]);
        }
    }

    fun Difference(a: int, b: int): int {
        if (a > b) { return a - b; }
        return b - a;
    }

    // A node that is slow measures `limit` ticks while `limit` + 1 pass.
    fun Bound(): int {
        return limit + 1 + validity / drift + 1;
    }
}

// Each node is synchronous at some time, when messages are quick.
spec Synchronises observes eTicked {
    var reached: set[int];

    start hot state Waiting {
        on eTicked do (t: (node: int, clock: int, synchronous: bool)) {
            if (t.synchronous) { reached += (t.node); }
            if (sizeof(reached) == nodes + 1) { goto Done; }
        }
    }
    cold state Done {
        ignore eTicked;
    }
}
