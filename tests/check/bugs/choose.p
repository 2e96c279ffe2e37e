// check
// verdict: bug
// One of the workers that are left is chosen; there may be none.

event eGone: machine;
event eJob;

machine Pool {
    var workers: set[machine];

    start state Init {
        entry {
            workers += (new Worker(this));
            workers += (new Worker(this));
            send this, eJob;
        }
        on eGone do (w: machine) { workers -= w; }
        on eJob do {
            send choose(workers), eJob;  // bug: choose
        }
    }
}

machine Worker {
    start state Init {
        entry (pool: machine) {
            if ($) {
                send pool, eGone, this;
                raise halt;
            }
        }
        ignore eJob;
    }
}

test tcPool [main = Pool]: { Pool, Worker };
