// check
// verdict: bug
// Readers that come and go keep a lock for ever, because a new one may always join: the writer
// starves.
// bug: liveness for ever

event eRead: machine;
event eReadGranted;
event eReadEnd;
event eWrite;
event eWritten;

spec Written observes eWrite, eWritten {
    start cold state Idle { on eWrite goto Waiting; ignore eWritten; }
    hot state Waiting { on eWritten goto Idle; ignore eWrite; }
}

machine Lock {
    var readers: int;
    var wants: bool;
    var later: seq[machine];
    start state Serving {
        on eRead do (who: machine) {
            readers = readers + 1;
            send who, eReadGranted;
        }
        on eReadEnd do { readers = readers - 1; Try(); }
        on eWrite do { wants = true; Try(); }
    }
    fun Try() {
        if (!wants || readers > 0) { return; }
        wants = false;
        announce eWritten;
        while (sizeof(later) > 0) {
            readers = readers + 1;
            send later[0], eReadGranted;
            later -= (0);
        }
    }
}

machine Reader {
    var lock: machine;
    start state Init {
        entry (l: machine) { lock = l; send lock, eRead, this; }
        on eReadGranted do { send lock, eReadEnd; send lock, eRead, this; }
    }
}

machine Main {
    start state Init {
        entry {
            var lock: machine;
            lock = new Lock();
            new Reader(lock);
            new Reader(lock);
            send lock, eWrite;
        }
    }
}

test tc [main=Main]: assert Written in {Main, Lock, Reader};
