// A receive takes the first event of its cases; the others stay in the queue.

event eA: int;
event eB: int;
event eC;

machine Main {
    start state Init {
        entry {
            send this, eC;
            send this, eB, 1;
            send this, eA, 2;
            receive {
                case eA: (n: int) { print format("a {0}", n); }
                case eB: (n: int) { print format("b {0}", n); }
            }
            print "on";
        }
        on eA do (n: int) { print format("later a {0}", n); }
        on eC do { print "later c"; }
    }
}

// output:
//   b 1
//   on
//   later c
//   later a 2
