// check
// verdict: verified
// Sends in exit, transition and entry functions, in this order; others run between.

event eMove: int;
event eMark: int;

machine Mover {
    var log: machine;
    var n: int;

    start state A {
        entry (p: (machine, int)) {
            log = p.0;
            n = p.1;
            send this, eMove, n;
        }
        exit { send log, eMark, n; }
        on eMove goto B with (k: int) { send log, eMark, k + 1; }
    }
    state B {
        entry (k: int) { send log, eMark, k + 2; }
    }
}

machine Log {
    var last: map[int, int];

    start state Init {
        on eMark do (n: int) {
            if (n / 10 in last) { assert last[n / 10] < n, "not in order"; }
            last[n / 10] = n;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var log: machine;
            log = new Log();
            new Mover(log, 10);
            new Mover(log, 20);
        }
    }
}
