// What passengers expect.

// The cabin travels with closed doors.
spec ClosedWhileTravelling observes eTravels, eArrives, ePanels {
    var open: set[machine];
    var travelling: bool;

    start state Watching {
        on eTravels do {
            assert sizeof(open) == 0, "the cabin leaves with an open door";
            travelling = true;
        }
        on eArrives do { travelling = false; }
        on ePanels do (p: (motor: machine, closed: bool)) {
            assert !travelling || p.closed, "a door opens while the cabin travels";
            if (p.closed) { open -= (p.motor); }
            else { open += (p.motor); }
        }
    }
}

// The cabin leaves in the end, whatever passengers do.
spec Leaves observes eTravels, eArrives {
    start hot state Standing {
        on eTravels goto Travelling;
    }
    cold state Travelling {
        on eArrives goto Arrived;
    }
    cold state Arrived {
        on eTravels goto Travelling;
    }
}
