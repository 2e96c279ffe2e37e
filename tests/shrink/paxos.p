// Single-decree Paxos with proposers that try again with larger numbers. An acceptor that
// starts again has its vote, but not its promise.
// bug: assertion chosen

event ePrepare: (from: machine, ballot: int);
event ePromise: (ballot: int, last: int, value: int);
event eAccept: (from: machine, ballot: int, value: int);
event eAccepted: (ballot: int, value: int);
event eRetry;
event eBeat: machine;
event eAlive;
event eVoted: (ballot: int, value: int);

machine Acceptor {
    var promised, last, value: int;
    start state Serving {
        on eBeat do (who: machine) { send who, eAlive; }
        on ePrepare do (p: (from: machine, ballot: int)) {
            if (choose(3) == 0) { promised = last; }
            if (p.ballot > promised) {
                promised = p.ballot;
                send p.from, ePromise, (ballot = p.ballot, last = last, value = value);
            }
        }
        on eAccept do (a: (from: machine, ballot: int, value: int)) {
            if (a.ballot >= promised) {
                promised = a.ballot;
                last = a.ballot;
                value = a.value;
                announce eVoted, (ballot = a.ballot, value = a.value);
                send a.from, eAccepted, (ballot = a.ballot, value = a.value);
            }
        }
    }
}

machine Proposer {
    var acceptors: seq[machine];
    var ballot, id, answers, last, value: int;
    start state Init {
        entry (p: (acceptors: seq[machine], id: int)) {
            acceptors = p.acceptors;
            id = p.id;
            ballot = p.id;
            goto Preparing;
        }
    }
    state Preparing {
        entry {
            var a: machine;
            answers = 0;
            last = 0;
            value = id;
            foreach (a in acceptors) { send a, ePrepare, (from = this, ballot = ballot); }
            send this, eRetry;
        }
        on ePromise do (p: (ballot: int, last: int, value: int)) {
            if (p.ballot == ballot) {
                answers = answers + 1;
                if (p.last > last) {
                    last = p.last;
                    value = p.value;
                }
                if (answers == 2) { goto Proposing; }
            }
        }
        on eRetry do { Again(); }
        ignore eAccepted;
    }
    state Proposing {
        entry {
            var a: machine;
            foreach (a in acceptors) { send a, eAccept, (from = this, ballot = ballot, value = value); }
        }
        on eRetry do { Again(); }
        ignore ePromise, eAccepted;
    }

    fun Again() {
        if (choose(6) > 0) {
            send this, eRetry;
        } else if (ballot < 100) {
            ballot = ballot + 3;
            goto Preparing;
        }
    }
}

// Asks the acceptors whether they are there, one after the other.
machine Heart {
    start state Beating {
        entry (acceptors: seq[machine]) {
            var a: machine;
            foreach (a in acceptors) {
                send a, eBeat, this;
                receive { case eAlive: {} }
            }
            goto Beating, acceptors;
        }
    }
}

spec Agreement observes eVoted {
    var votes: map[int, int];
    var chosen: int;
    start state Watching {
        on eVoted do (v: (ballot: int, value: int)) {
            if (!(v.ballot in votes)) { votes[v.ballot] = 0; }
            votes[v.ballot] = votes[v.ballot] + 1;
            if (votes[v.ballot] == 2) {
                assert chosen == 0 || chosen == v.value, format("{0} and {1} were chosen", chosen, v.value);
                chosen = v.value;
            }
        }
    }
}

machine Main {
    start state Init {
        entry {
            var all: seq[machine];
            var id: int;
            while (sizeof(all) < 3) { all += (sizeof(all), new Acceptor()); }
            new Heart(all);
            new Heart(all);
            while (id < 3) {
                id = id + 1;
                new Proposer((acceptors = all, id = id));
            }
        }
    }
}

test tcPaxos [main = Main]: assert Agreement in { Main, Acceptor, Proposer, Heart };
