// Workers sleep when there is no work, and look for it before they do so, not after. A worker
// that is woken between the two sleeps for ever. In the end something waits.
// bug: liveness

event eAsk: machine;
event eWork: int;
event eNone;
event eSleeps: machine;
event eWake;
event eJob: int;
event eDone: int;
event eMore;

machine Depot {
    var jobs: seq[int];
    var sleeping: set[machine];
    start state Open {
        on eJob do (n: int) {
            var w: machine;
            jobs += (sizeof(jobs), n);
            foreach (w in sleeping) { send w, eWake; }
            sleeping = default(set[machine]);
        }
        on eAsk do (who: machine) {
            var n: int;
            if (sizeof(jobs) == 0) {
                send who, eNone;
            } else {
                n = jobs[0];
                jobs -= (0);
                send who, eWork, n;
            }
        }
        on eSleeps do (who: machine) { sleeping += (who); }
    }
}

machine Worker {
    var depot: machine;
    start state Init {
        entry (d: machine) {
            depot = d;
            goto Looking;
        }
    }
    state Looking {
        entry { send depot, eAsk, this; }
        on eWork do (n: int) {
            announce eDone, n;
            goto Looking;
        }
        on eNone goto Sleeping;
        ignore eWake;
    }
    state Sleeping {
        entry { send depot, eSleeps, this; }
        on eWake goto Looking;
    }
}

machine Boss {
    var depot: machine;
    var number: int;
    start state Init {
        entry {
            depot = new Depot();
            new Worker(depot);
            new Worker(depot);
            goto Giving;
        }
    }
    state Giving {
        entry {
            number = number + 1;
            send depot, eJob, number;
            if (choose(50) > 0) { send this, eMore; }
        }
        on eMore goto Giving;
    }
}

spec AllDone observes eJob, eDone {
    var open: set[int];
    start cold state Quiet {
        on eJob goto Waiting with (n: int) { open += (n); }
    }
    hot state Waiting {
        on eJob do (n: int) { open += (n); }
        on eDone do (n: int) {
            open -= (n);
            if (sizeof(open) == 0) { goto Quiet; }
        }
    }
}

test tcWakeup [main = Boss]: assert AllDone in { Boss, Depot, Worker };
