// Defer and ignore of the state play no role in a receive.

event eA: int;
event eB: int;

machine Main {
    start state Init {
        entry {
            send this, eB, 1;
            send this, eA, 2;
            receive {
                case eA: (n: int) { print format("a {0}", n); }
            }
            receive {
                case eB: (n: int) { print format("b {0}", n); }
            }
        }
        defer eA;
        ignore eB;
    }
}

// output:
//   a 2
//   b 1
