// check
// verdict: bug
// A lock is given to the first client whenever that wants it, and it always wants it: the
// second one starves.
// bug: liveness for ever

event eAsk: machine;
event eGranted;
event eRelease;
event eSecondWaits;
event eSecondHas;

spec SecondIsServed observes eSecondWaits, eSecondHas {
    start cold state Idle { on eSecondWaits goto Waiting; }
    hot state Waiting { on eSecondHas goto Idle; ignore eSecondWaits; }
}

machine Lock {
    var waiting: seq[machine];
    var favourite: machine;
    var used: bool;
    start state Serving {
        on eAsk do (who: machine) {
            if (favourite == null) { favourite = who; }
            if (who == favourite) { waiting += (0, who); } else { waiting += (sizeof(waiting), who); }
            if (!used) { Grant(); }
        }
        on eRelease do {
            used = false;
            if (sizeof(waiting) > 0) { Grant(); }
        }
    }
    fun Grant() {
        var who: machine;
        who = waiting[0];
        waiting -= (0);
        used = true;
        send who, eGranted;
    }
}

machine First {
    var lock: machine;
    start state Init {
        entry (l: machine) { lock = l; send lock, eAsk, this; }
        on eGranted do { send lock, eAsk, this; send lock, eRelease; }
    }
}

machine Main {
    var lock: machine;
    start state Init {
        entry {
            lock = new Lock();
            new First(lock);
            announce eSecondWaits;
            send lock, eAsk, this;
        }
        on eGranted do { announce eSecondHas; }
    }
}

test tc [main=Main]: assert SecondIsServed in {Main, Lock, First};
