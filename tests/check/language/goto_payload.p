// check
// verdict: verified
// A payload carried from state to state, by statements and by transitions.

event eStep: (n: int, up: bool);

machine Walker {
    start state At {
        entry {
            goto Position, 0;
        }
    }

    state Position {
        entry (n: int) { here = n; }
        on eStep goto Moving;
    }

    state Moving {
        entry (s: (n: int, up: bool)) {
            if (s.up) { goto Position, Clip(here + s.n); }
            goto Position, Clip(here - s.n);
        }
    }

    var here: int;

    fun Clip(n: int): int {
        if (n < 0) { return 0; }
        if (n > 3) { return 3; }
        return n;
    }
}

machine Pusher {
    start state Init {
        entry (m: machine) {
            var i: int;
            while (i < 2) {
                send m, eStep, (n = 1 + choose(2), up = $);
                i = i + 1;
            }
        }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Walker();
            new Pusher(m);
            send m, eStep, (n = 2, up = true);
        }
    }
}
