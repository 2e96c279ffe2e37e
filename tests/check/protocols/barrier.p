// check
// verdict: verified
// Nobody starts a round before all have ended the last one.

event eArrived: int;
event eRound: int;
event eAll: seq[machine];

machine Worker {
    var barrier: machine;
    var round: int;

    start state Working {
        entry (b: machine) {
            barrier = b;
            send barrier, eArrived, round;
        }
        on eRound do (n: int) {
            assert n == 1 - round;
            round = n;
            send barrier, eArrived, round;
        }
    }
}

machine Barrier {
    var workers: seq[machine];
    var arrived: int;
    var round: int;

    start state Init {
        entry {
            workers += (0, new Worker(this));
            workers += (1, new Worker(this));
        }
        on eArrived do (n: int) {
            var w: machine;
            assert n == round, "a worker of another round";
            arrived = arrived + 1;
            if (arrived == sizeof(workers)) {
                arrived = 0;
                round = 1 - round;
                foreach (w in workers) { send w, eRound, round; }
            }
        }
    }
}

test tcBarrier [main = Barrier]: { Barrier, Worker };
