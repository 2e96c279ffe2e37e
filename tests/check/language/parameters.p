// check
// verdict: verified
// One test for each number of workers.

event eDone: int;

param workers: int;
param doubled: bool;

machine Worker {
    start state Init {
        entry (m: machine) {
            send m, eDone, 1;
            if (doubled) { send m, eDone, 2; }
        }
    }
}

machine Main {
    var sum: int;

    start state Init {
        entry {
            var i: int;
            while (i < workers) {
                new Worker(this);
                i = i + 1;
            }
        }
        on eDone do (n: int) {
            sum = sum + n;
            assert sum <= 3 * workers;
        }
    }
}

test param (workers in [1, 2, 3], doubled in [true, false]) tcMany [main = Main]: { Main, Worker };
