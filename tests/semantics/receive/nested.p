// A case may receive again.

event eA: int;
event eB: int;

machine Main {
    start state Init {
        entry {
            var sum: int;
            send this, eB, 10;
            send this, eA, 1;
            receive {
                case eA: (n: int) {
                    receive {
                        case eB: (k: int) { sum = n + k; }
                    }
                    sum = sum * 2;
                }
            }
            print format("{0}", sum);  // prints: 22
        }
    }
}
