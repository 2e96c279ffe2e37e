// check
// verdict: verified
// A set remembers the order of insertion, and choose(set) and foreach can tell.

event eAdd: int;
event eDrop: int;
event eFirst: int;

machine Keeper {
    var kept: set[int];
    var table: map[int, int];

    start state Init {
        on eAdd do (n: int) {
            var k: int;
            kept += (n);
            table[n] = sizeof(kept);
            foreach (k in kept) {
                announce eFirst, k;
                break;
            }
        }
        on eDrop do (n: int) {
            kept -= n;
            table -= n;
        }
    }
}

machine Adder {
    start state Init {
        entry (p: (m: machine, n: int)) {
            send p.m, eAdd, p.n;
            send p.m, eDrop, p.n;
            send p.m, eAdd, p.n;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Keeper();
            new Adder((m = m, n = 1));
            new Adder((m = m, n = 2));
        }
    }
}

spec First observes eFirst {
    var last: int;
    start state Watching {
        on eFirst do (n: int) { last = n; }
    }
}
