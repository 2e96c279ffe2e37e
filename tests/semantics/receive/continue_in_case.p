// `continue` in a receive case goes on with the next round of the loop around the receive.

event eA: int;

machine Main {
    start state Init {
        entry {
            var i: int;
            var all: seq[int];
            send this, eA, 1;
            send this, eA, 2;
            send this, eA, 3;
            send this, eA, 4;
            send this, eA, 5;
            send this, eA, 6;
            send this, eA, 7;
            while (i < 3) {
                i = i + 1;
                receive {
                    case eA: (x: int) {
                        if (x == 1) { continue; }
                        print format("x {0}", x);
                    }
                }
                print format("after {0}", i);
            }
            all += (0, 5);
            all += (1, 6);
            foreach (i in all) {
                receive {
                    case eA: (x: int) {
                        receive {
                            case eA: (y: int) {
                                print format("{0} {1} {2}", i, x, y);
                                continue;
                            }
                        }
                    }
                }
                print "never";
            }
        }
    }
}

// output:
//   x 2
//   after 2
//   x 3
//   after 3
//   5 4 5
//   6 6 7
