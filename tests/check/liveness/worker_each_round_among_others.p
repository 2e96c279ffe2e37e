// check
// verdict: bug
// Each attempt has a worker of its own, which reports and halts. No attempt succeeds. So each round
// of the loop has other machines, and the state is the same.
// Another machine counts meanwhile: the loop is found before all its counts are combined with it.
// bug: liveness for ever

event eCount: int;
event eAttempt;
event eFailed: machine;
event eDone;

spec Succeeds observes eAttempt, eDone {
    start cold state Idle { on eAttempt goto Trying; ignore eDone; }
    hot state Trying { on eDone goto Idle; ignore eAttempt; }
}

machine Worker {
    start state Init {
        entry (boss: machine) { send boss, eFailed, this; raise halt; }
    }
}

machine Main {
    var workers: map[int, machine];
    var last: machine;
    start state Init {
        entry {
            new Counter(); try(); }
        on eFailed do (worker: machine) { last = worker; try(); }
        on eDone do { }
    }
    fun try() {
        announce eAttempt;
        workers[0] = new Worker(this);
    }
}

machine Counter {
    start state Init {
        entry { send this, eCount, 0; }
        on eCount do (n: int) { if (n < 6) { send this, eCount, n + 1; } }
    }
}

test tc [main=Main]: assert Succeeds in {Counter, Main, Worker};
