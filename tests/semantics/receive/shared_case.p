// One case for several events.

event eA: int;
event eB: int;

machine Main {
    start state Init {
        entry {
            var i: int;
            send this, eB, 2;
            send this, eA, 1;
            while (i < 2) {
                receive {
                    case eA, eB: (n: int) { print format("{0}", n); }
                }
                i = i + 1;
            }
        }
    }
}

// output:
//   2
//   1
