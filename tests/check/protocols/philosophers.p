// check
// verdict: verified
// Three philosophers who take the lower fork first, each eats once.

event eTake: machine;
event eTaken;
event eBack;

machine Fork {
    start state Free {
        on eTake goto Used with (who: machine) { send who, eTaken; }
    }
    state Used {
        defer eTake;
        on eBack goto Free;
    }
}

machine Philosopher {
    start state Thinking {
        entry (forks: (low: machine, high: machine)) {
            send forks.low, eTake, this;
            receive { case eTaken: { } }
            send forks.high, eTake, this;
            receive { case eTaken: { } }
            send forks.low, eBack;
            send forks.high, eBack;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var a, b, c: machine;
            a = new Fork();
            b = new Fork();
            c = new Fork();
            new Philosopher((low = a, high = b));
            new Philosopher((low = b, high = c));
            new Philosopher((low = a, high = c));
        }
    }
}
