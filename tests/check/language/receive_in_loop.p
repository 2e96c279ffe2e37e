// check
// verdict: verified
// A receive in a loop, with locals that live from round to round and some that do not.

event eAdd: int;
event eStop;

machine Adder {
    start state Init {
        entry {
            var sum, rounds, last: int;
            var goes: bool;
            goes = true;
            while (goes) {
                receive {
                    case eAdd: (n: int) {
                        last = n;
                        sum = sum + last;
                    }
                    case eStop: { goes = false; }
                }
                rounds = rounds + 1;
            }
            assert rounds <= 3;
            assert sum <= 3, format("{0} in {1} rounds", sum, rounds);
        }
        ignore eAdd;
    }
}

machine Sender {
    start state Init {
        entry (p: (m: machine, n: int)) { send p.m, eAdd, p.n; }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Adder();
            new Sender((m = m, n = 1));
            new Sender((m = m, n = 2));
            send m, eStop;
        }
    }
}
