// check
// verdict: verified
// Two-phase commit with a timer: what takes too long is aborted. Votes may come
// when nobody counts them any more.

event ePrepare: machine;
event eYes;
event eNo;
event eCommit;
event eAbort;
event eStart: machine;
event eTimeout;
event eOutcome: bool;

machine Timer {
    start state Off {
        on eStart do (client: machine) {
            if ($) { send client, eTimeout; }
        }
    }
}

machine Participant {
    start state Working {
        on ePrepare do (m: machine) {
            if ($) {
                send m, eYes;
                goto Prepared;
            }
            send m, eNo;
            goto Aborted;
        }
    }
    state Prepared {
        on eCommit do { announce eOutcome, true; }
        on eAbort do { announce eOutcome, false; }
    }
    state Aborted {
        entry { announce eOutcome, false; }
        ignore eAbort;
    }
}

machine Coordinator {
    var parts: set[machine];
    var yes: int;

    start state Init {
        entry {
            var p: machine;
            parts += (new Participant());
            parts += (new Participant());
            send new Timer(), eStart, this;
            foreach (p in parts) { send p, ePrepare, this; }
            goto Counting;
        }
    }

    state Counting {
        on eYes do {
            yes = yes + 1;
            if (yes == 2) {
                Tell(eCommit);
                goto Done;
            }
        }
        on eNo, eTimeout do {
            Tell(eAbort);
            goto Done;
        }
    }

    state Done {
        ignore eYes, eNo, eTimeout;
    }

    fun Tell(e: event) {
        var p: machine;
        foreach (p in parts) { send p, e; }
    }
}

spec Agree observes eOutcome {
    var seen: set[bool];

    start state Watching {
        on eOutcome do (commit: bool) {
            seen += (commit);
            assert sizeof(seen) == 1, "one commits, another one does not";
        }
    }
}

test tcTimer [main = Coordinator]: assert Agree in { Coordinator, Participant, Timer };
