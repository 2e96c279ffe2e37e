// check
// verdict: verified
// Only the heartbeats of the node that is watched restart the timer.

event eBeat: machine;
event eAgain;
event eRestart: machine;
event eTick;
event eTimeOut;
event eReported;

spec Reported observes eReported {
    start hot state Unknown { on eReported goto Known; }
    cold state Known { ignore eReported; }
}

machine Timer {
    var owner: machine;
    var left: int;
    start state Running {
        entry (o: machine) { owner = o; left = 2; send this, eTick; }
        on eRestart do (who: machine) { left = 2; send who, eAgain; }
        on eTick do {
            left = left - 1;
            if (left > 0) { send this, eTick; } else { send owner, eTimeOut; goto Over; }
        }
    }
    state Over {
        on eRestart do (who: machine) { send who, eAgain; }
    }
}

// The other node, which is watched, sends no heartbeats at all.
machine Alive {
    var watchdog: machine;
    start state Beating {
        entry (w: machine) { watchdog = w; send this, eAgain; }
        on eAgain do { send watchdog, eBeat, this; }
    }
}

machine Main {
    var timer: machine;
    start state Watching {
        entry { timer = new Timer(this); new Alive(this); }
        on eBeat do (who: machine) {
            send who, eAgain;
        }
        on eTimeOut do { announce eReported; }
    }
}

test tc [main=Main]: assert Reported in {Main, Timer, Alive};
