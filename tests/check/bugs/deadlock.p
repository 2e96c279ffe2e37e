// check
// verdict: bug
// Philosophers who all take their left fork first.

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
        entry (forks: (left: machine, right: machine)) {
            send forks.left, eTake, this;
            receive { case eTaken: { } }
            send forks.right, eTake, this;
            receive { case eTaken: { } }
            send forks.left, eBack;
            send forks.right, eBack;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var a, b: machine;
            a = new Fork();
            b = new Fork();
            new Philosopher((left = a, right = b));
            new Philosopher((left = b, right = a));
        }
    }
}

// bug: deadlock
