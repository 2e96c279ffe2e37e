// Every execution ends in the same bug, after enough choices and messages to tell schedules apart.

event eWork: (from: machine, n: int);
event eDone: int;

machine Worker {
    start state Ready {
        on eWork do (work: (from: machine, n: int)) {
            var more: int;
            more = choose(3);
            send work.from, eDone, work.n + more;
        }
    }
}

machine Main {
    var done: int;
    start state Begin {
        entry {
            var i: int;
            while (i < 3) {
                send new Worker(), eWork, (from = this, n = i);
                i = i + 1;
            }
        }
        on eDone do (n: int) {
            done = done + 1;
            if (done == 3 || $)
                send this, eEnd;
        }
        on eEnd do { assert false, "the end"; }
    }
}

event eEnd;

test tc [main = Main]: {Main, Worker};
