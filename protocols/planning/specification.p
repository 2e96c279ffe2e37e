// What passengers expect.

// A lamp goes off only if the doors of a car were open at that floor after it was pressed.
spec Honest observes eCall, eDoorsOpen, eServedCall {
    var waiting: set[int];  // floors at which no car has stopped since the call

    start state Watching {
        on eCall do (call: (passenger: machine, floor: int)) { waiting += (call.floor); }
        on eDoorsOpen do (floor: int) { waiting -= (floor); }
        on eServedCall do (floor: int) {
            assert !(floor in waiting), format("the lamp of floor {0} is off, but no car was there", floor);
        }
    }
}

// A call of the highest floor is served.
spec HighestIsServed observes eCall, eServedCall {
    start cold state Idle {
        on eCall do (call: (passenger: machine, floor: int)) {
            if (call.floor == floors) { goto Waiting; }
        }
        ignore eServedCall;
    }
    hot state Waiting {
        on eServedCall do (floor: int) {
            if (floor == floors) { goto Idle; }
        }
        ignore eCall;
    }
}
