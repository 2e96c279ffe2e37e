// `break` in a receive case leaves the receive, with a loop around it or without.

event eA: int;

machine Main {
    fun Next(): int {
        var n: int;
        receive {
            case eA: (x: int) {
                n = x;
                if (x == 4) { break; }
                n = x * 10;
            }
        }
        return n;
    }

    start state Init {
        entry {
            var i: int;
            send this, eA, 1;
            send this, eA, 2;
            send this, eA, 4;
            send this, eA, 5;
            while (i < 2) {
                i = i + 1;
                receive {
                    case eA: (x: int) {
                        while (true) {
                            if (i > 0) { break; }
                        }
                        if (x == 1) { break; }
                        print format("x {0}", x);
                    }
                }
                print format("after {0}", i);
            }
            print format("{0}", Next());
            print format("{0}", Next());
        }
    }
}

// output:
//   after 1
//   x 2
//   after 2
//   4
//   50
