// A monitor is created with a value, and told what happens.

event eDone: int;
event UNIT;

monitor Finishes {
    var goal: int;

    start state Init {
        entry {
            goal = payload as int;
            raise UNIT;
        }
        on UNIT goto Waiting;
    }

    hot state Waiting {
        on eDone do {
            if (payload == goal)
                raise UNIT;
        };
        on UNIT goto Finished;
    }

    cold state Finished {
        on eDone goto Waiting;
    }
}

main model Main {
    var i: int;

    start state Init {
        entry {
            new Finishes(3);
            while (i < 3) {
                i = i + 1;
                monitor Finishes, eDone, i;
            }
        }
    }
}
