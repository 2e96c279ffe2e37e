// check
// verdict: verified
// All commit or all abort, whatever the two participants vote.

event ePrepare: machine;
event eVote: (from: int, yes: bool);
event eCommit;
event eAbort;
event eDecided: (who: int, commit: bool);

machine Participant {
    var id: int;
    var yes: bool;

    start state Working {
        entry (n: int) { id = n; }
        on ePrepare do (coordinator: machine) {
            yes = $;
            send coordinator, eVote, (from = id, yes = yes);
            goto Prepared;
        }
    }

    state Prepared {
        on eCommit do {
            assert yes, "committed against its vote";
            announce eDecided, (who = id, commit = true);
        }
        on eAbort do { announce eDecided, (who = id, commit = false); }
    }
}

machine Coordinator {
    var all: seq[machine];
    var votes: map[int, bool];

    start state Init {
        entry {
            var p: machine;
            all += (0, new Participant(0));
            all += (1, new Participant(1));
            foreach (p in all) { send p, ePrepare, this; }
        }
        on eVote do (v: (from: int, yes: bool)) {
            votes += (v.from, v.yes);
            if (sizeof(votes) == 2) { Decide(); }
        }
    }

    fun Decide() {
        var p: machine;
        var commit: bool;
        commit = !(false in values(votes));
        foreach (p in all) {
            if (commit) { send p, eCommit; } else { send p, eAbort; }
        }
    }
}

spec Atomic observes eDecided {
    var first: (who: int, commit: bool);

    start hot state None {
        on eDecided goto One;
    }
    hot state One {
        entry (d: (who: int, commit: bool)) { first = d; }
        on eDecided do (d: (who: int, commit: bool)) {
            assert d.commit == first.commit && d.who != first.who;
            goto Both;
        }
    }
    cold state Both { }
}

test tcTwo [main = Coordinator]: assert Atomic in { Coordinator, Participant };
