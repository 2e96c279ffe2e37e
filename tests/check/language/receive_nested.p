// check
// verdict: verified
// Receives inside the cases of others; what is not waited for stays in the queue.

event eA: int;
event eB: int;
event eC: int;

machine Both {
    var order: seq[int];

    start state Init {
        entry {
            receive {
                case eA: (n: int) {
                    receive {
                        case eB: (k: int) { order += (0, n * 10 + k); }
                        case eC: (k: int) { order += (0, n * 10 + k + 5); }
                    }
                }
                case eB: (n: int) {
                    receive {
                        case eA: (k: int) { order += (0, k * 10 + n); }
                    }
                }
            }
            assert sizeof(order) == 1;
            assert order[0] in allowed(), format("{0}", order);
        }
        ignore eA, eB, eC;
    }

    fun allowed(): set[int] {
        var s: set[int];
        s += (12);
        s += (18);
        return s;
    }
}

machine One {
    start state Init {
        entry (m: machine) { send m, eA, 1; }
    }
}

machine Two {
    start state Init {
        entry (m: machine) { send m, eB, 2; }
    }
}

machine Three {
    start state Init {
        entry (m: machine) { send m, eC, 3; }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Both();
            new One(m);
            new Two(m);
            new Three(m);
        }
    }
}
