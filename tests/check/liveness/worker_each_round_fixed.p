// check
// verdict: verified
// Each attempt has a worker of its own, which reports and halts. Attempts fail, but not for ever.

event eAttempt;
event eFailed: machine;
event eDone;

spec Succeeds observes eAttempt, eDone {
    start cold state Idle { on eAttempt goto Trying; ignore eDone; }
    hot state Trying { on eDone goto Idle; ignore eAttempt; }
}

machine Worker {
    start state Init {
        entry (todo: (boss: machine, fails: bool)) {
            if (todo.fails) { send todo.boss, eFailed, this; } else { send todo.boss, eDone; }
            raise halt;
        }
    }
}

machine Main {
    var workers: map[int, machine];
    var last: machine;
    start state Init {
        entry { try(); }
        on eFailed do (worker: machine) { last = worker; try(); }
        on eDone do { }
    }
    fun try() {
        announce eAttempt;
        workers[0] = new Worker((boss = this, fails = $$));
    }
}

test tc [main=Main]: assert Succeeds in {Main, Worker};
