// check
// verdict: bug
// delays: 0
// depth: 1
// An answer may come before the machine is in the state that expects it.

event eAsk: machine;
event eAnswer;
event eReady;

machine Oracle {
    start state Init {
        on eAsk do (m: machine) { send m, eAnswer; }
    }
}

machine Helper {
    start state Init {
        entry (p: (m: machine, oracle: machine)) {
            send p.oracle, eAsk, p.m;
            send p.m, eReady;
        }
    }
}

machine Asker {
    start state Preparing {
        entry (oracle: machine) { new Helper((m = this, oracle = oracle)); }
        on eReady goto Asking;
    }
    state Asking {
        on eAnswer do { }
    }
}

machine Main {
    start state Init {
        entry {
            var oracle: machine;
            oracle = new Oracle();
            new Asker(oracle);
        }
    }
}

// bug: unhandled-event eAnswer
