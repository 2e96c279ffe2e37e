// Two-phase commit, transaction after transaction. Votes do not say which transaction
// they are about: a late one, after a timeout, counts for the next.
// bug: assertion committed without

event ePrepare: (from: machine, number: int);
event eVote: (who: machine, yes: bool);
event eDecide: (number: int, commit: bool);
event eTimeout;
event eStart: machine;
event eAgreed: (who: machine, number: int);
event eCommitted: int;

machine Timer {
    start state Off {
        on eStart do (client: machine) {
            if (choose(20) == 19) { send client, eTimeout; }
        }
    }
}

machine Participant {
    start state Ready {
        on ePrepare do (p: (from: machine, number: int)) {
            if (choose(3) > 0) {
                announce eAgreed, (who = this, number = p.number);
                send p.from, eVote, (who = this, yes = true);
            } else {
                send p.from, eVote, (who = this, yes = false);
            }
        }
        ignore eDecide;
    }
}

machine Coordinator {
    var parts: seq[machine];
    var timer: machine;
    var number, yes, seen: int;

    start state Init {
        entry {
            while (sizeof(parts) < 3) { parts += (sizeof(parts), new Participant()); }
            timer = new Timer();
            goto Asking;
        }
    }
    state Asking {
        entry {
            var p: machine;
            number = number + 1;
            yes = 0;
            seen = 0;
            send timer, eStart, this;
            foreach (p in parts) { send p, ePrepare, (from = this, number = number); }
            goto Counting;
        }
    }
    state Counting {
        on eVote do (v: (who: machine, yes: bool)) {
            seen = seen + 1;
            if (v.yes) { yes = yes + 1; }
            if (seen == sizeof(parts)) { Decide(yes == seen); }
        }
        on eTimeout do { Decide(false); }
    }

    fun Decide(commit: bool) {
        var p: machine;
        if (commit) { announce eCommitted, number; }
        foreach (p in parts) { send p, eDecide, (number = number, commit = commit); }
        if (number < 200) { goto Asking; } else { goto Done; }
    }

    state Done { ignore eVote, eTimeout; }
}

spec Atomic observes eAgreed, eCommitted {
    var agreed: map[int, int];
    start state Watching {
        on eAgreed do (a: (who: machine, number: int)) {
            if (!(a.number in agreed)) { agreed[a.number] = 0; }
            agreed[a.number] = agreed[a.number] + 1;
        }
        on eCommitted do (number: int) {
            assert number in agreed && agreed[number] == 3, format("{0} committed without all", number);
        }
    }
}

test tcCommit [main = Coordinator]: assert Atomic in { Coordinator, Participant, Timer };
