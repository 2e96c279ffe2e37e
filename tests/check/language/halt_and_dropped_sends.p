// check
// verdict: verified
// What is sent to a machine that is gone is lost; what it had in its queue too.

event eJob: int;
event eDone: int;

machine Worker {
    var boss: machine;

    start state Working {
        entry (m: machine) { boss = m; }
        on eJob do (n: int) {
            send boss, eDone, n;
            if (n == 2) { raise halt; }
        }
    }
}

machine Boss {
    var done: set[int];

    start state Init {
        entry {
            var w: machine;
            w = new Worker(this);
            new Killer(w);
            send w, eJob, 1;
            send w, eJob, 2;
            send w, eJob, 3;
        }
        on eDone do (n: int) {
            assert n < 3, "done by a machine that was gone";
            done += (n);
        }
    }
}

machine Killer {
    start state Init {
        entry (w: machine) {
            if ($) { send w, halt; }
            raise halt;
        }
    }
}

test tcHalt [main = Boss]: { Boss, Worker, Killer };
