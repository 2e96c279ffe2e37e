// A replicated register: writers and readers ask all replicas and wait for a majority.
// Readers do not write back what they read: a later read may be older.
// bug: assertion went back

event eWrite: (from: machine, round: int, stamp: int);
event eWritten: int;
event eRead: (from: machine, round: int);
event eValue: (round: int, stamp: int);
event eReadDone: (who: machine, stamp: int);
event eReadBegins: machine;

machine Replica {
    var stamp: int;
    start state Serving {
        on eWrite do (w: (from: machine, round: int, stamp: int)) {
            if (w.stamp > stamp) { stamp = w.stamp; }
            send w.from, eWritten, w.round;
        }
        on eRead do (r: (from: machine, round: int)) {
            send r.from, eValue, (round = r.round, stamp = stamp);
        }
    }
}

machine Writer {
    var replicas: seq[machine];
    var round, answers: int;
    start state Init {
        entry (all: seq[machine]) {
            replicas = all;
            goto Writing;
        }
    }
    state Writing {
        entry {
            var r: machine;
            round = round + 1;
            answers = 0;
            foreach (r in replicas) { send r, eWrite, (from = this, round = round, stamp = round); }
        }
        on eWritten do (n: int) {
            if (n == round) {
                answers = answers + 1;
                if (answers == 2 && round < 20) { goto Writing; }
            }
        }
    }
}

machine Reader {
    var replicas: seq[machine];
    var round, answers, newest: int;
    start state Init {
        entry (all: seq[machine]) {
            replicas = all;
            goto Reading;
        }
    }
    state Reading {
        entry {
            var r: machine;
            round = round + 1;
            answers = 0;
            newest = 0;
            announce eReadBegins, this;
            foreach (r in replicas) { send r, eRead, (from = this, round = round); }
        }
        on eValue do (v: (round: int, stamp: int)) {
            if (v.round == round) {
                answers = answers + 1;
                if (v.stamp > newest) { newest = v.stamp; }
                if (answers == 2) {
                    announce eReadDone, (who = this, stamp = newest);
                    goto Reading;
                }
            }
        }
    }
}

// What is read is no older than what another read had before this one began.
spec Regular observes eReadBegins, eReadDone {
    var newest: int;
    var least: map[machine, int];
    start state Watching {
        on eReadBegins do (who: machine) { least[who] = newest; }
        on eReadDone do (r: (who: machine, stamp: int)) {
            assert r.stamp >= least[r.who], format("the value went back from {0} to {1}", least[r.who], r.stamp);
            if (r.stamp > newest) { newest = r.stamp; }
        }
    }
}

machine Main {
    start state Init {
        entry {
            var all: seq[machine];
            while (sizeof(all) < 3) { all += (sizeof(all), new Replica()); }
            new Writer(all);
            new Reader(all);
            new Reader(all);
        }
    }
}

test tcRegister [main = Main]: assert Regular in { Main, Replica, Writer, Reader };
