// Five philosophers who think and eat for ever, each the left fork first, until all of them
// have one.
// bug: deadlock

event eTake: machine;
event eTaken;
event ePut;

machine Fork {
    start state Free {
        on eTake goto Taken with (who: machine) { send who, eTaken; }
    }
    state Taken {
        defer eTake;
        on ePut goto Free;
    }
}

machine Philosopher {
    var left, right: machine;
    start state Init {
        entry (forks: (left: machine, right: machine)) {
            left = forks.left;
            right = forks.right;
            goto Eating;
        }
    }
    state Eating {
        entry {
            send left, eTake, this;
            receive { case eTaken: {} }
            send right, eTake, this;
            receive { case eTaken: {} }
            send right, ePut;
            send left, ePut;
            goto Eating;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var forks: seq[machine];
            var i: int;
            while (i < 5) {
                forks += (i, new Fork());
                i = i + 1;
            }
            i = 0;
            while (i < 5) {
                new Philosopher((left = forks[i], right = forks[Modulo(i + 1, 5)]));
                i = i + 1;
            }
        }
    }
    fun Modulo(a: int, b: int): int {
        while (a >= b) { a = a - b; }
        return a;
    }
}

test tcDinner [main = Main]: { Main, Fork, Philosopher };
