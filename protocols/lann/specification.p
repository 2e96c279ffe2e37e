// What the ring promises to the clients.

// One client uses the resource at a time.
spec MutualExclusion observes eEnters, eLeaves {
    var inside: set[int];

    start state Watching {
        on eEnters do (station: int) {
            inside += (station);
            assert sizeof(inside) == 1, format("stations {0} use the resource at the same time", inside);
        }
        on eLeaves do (station: int) { inside -= (station); }
    }
}

// Whoever waits at station 1 gets the resource.
spec Served observes eWaits, eEnters {
    start cold state Idle {
        on eWaits do (station: int) {
            if (station == 1) { goto Waiting; }
        }
        ignore eEnters;
    }
    hot state Waiting {
        on eEnters do (station: int) {
            if (station == 1) { goto Idle; }
        }
        ignore eWaits;
    }
}
