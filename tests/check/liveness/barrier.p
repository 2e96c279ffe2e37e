// check
// verdict: bug
// A barrier for three forgets who has come when it is asked how many are there: it never opens.
// bug: liveness for ever

event eCome;
event eHowMany: machine;
event eSoMany: int;
event eOpen;

spec Opens observes eOpen {
    start hot state Closed { on eOpen goto Opened; }
    cold state Opened { ignore eOpen; }
}

machine Barrier {
    var count: int;
    start state Counting {
        on eCome do {
            count = count + 1;
            if (count == 3) { announce eOpen; }
        }
        on eHowMany do (who: machine) {
            send who, eSoMany, count;
            if (count < 3) { count = 0; }
        }
    }
}

machine Watcher {
    var barrier: machine;
    start state Init {
        entry (b: machine) { barrier = b; send barrier, eHowMany, this; }
        on eSoMany do { send barrier, eHowMany, this; }
    }
}

machine Comer {
    start state Init { entry (barrier: machine) { send barrier, eCome; } }
}

machine Main {
    start state Init {
        entry {
            var barrier: machine;
            barrier = new Barrier();
            new Watcher(barrier);
            new Comer(barrier);
            new Comer(barrier);
            new Comer(barrier);
        }
    }
}

test tc [main=Main]: assert Opens in {Main, Barrier, Watcher, Comer};
