// Several machines in the middle of receives at once.

event eTurn: int;
event eStart: machine;
event eDone: int;

machine Worker {
    start state Init {
        entry (id: int) {
            var i: int;
            while (i < 2) {
                receive {
                    case eTurn: (n: int) { print format("worker {0} turn {1}", id, n); }
                }
                i = i + 1;
            }
            print format("worker {0} done", id);
        }
    }
}

machine Main {
    start state Init {
        entry {
            var a, b: machine;
            a = new Worker(1);
            b = new Worker(2);
            send b, eTurn, 10;
            send a, eTurn, 20;
            send b, eTurn, 11;
            send a, eTurn, 21;
        }
    }
}

// output:
//   worker 1 turn 20
//   worker 1 turn 21
//   worker 1 done
//   worker 2 turn 10
//   worker 2 turn 11
//   worker 2 done
