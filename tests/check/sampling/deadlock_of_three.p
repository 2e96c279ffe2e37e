// check
// verdict: bug
// delays: 2
// depth: 3
// Each of three holds what the next one wants.

event eTake: machine;
event eGiven;
event ePutBack;

machine Fork {
    var holder: machine;

    start state Free {
        on eTake do (m: machine) {
            holder = m;
            send m, eGiven;
            goto Held;
        }
    }
    state Held {
        defer eTake;
        on ePutBack goto Free;
    }
}

machine Eater {
    start state Init {
        entry (p: (first: machine, second: machine)) {
            send p.first, eTake, this;
            receive { case eGiven: { } }
            send p.second, eTake, this;
            receive { case eGiven: { } }
            send p.first, ePutBack;
            send p.second, ePutBack;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var forks: seq[machine];
            var i: int;
            while (i < 3) {
                forks += (i, new Fork());
                i = i + 1;
            }
            i = 0;
            while (i < 3) {
                new Eater((first = forks[i], second = forks[(i + 1 - (i + 1) / 3 * 3)]));
                i = i + 1;
            }
        }
    }
}

// bug: deadlock
