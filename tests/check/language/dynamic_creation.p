// check
// verdict: verified
// A tree of machines that grows by itself and reports back to the root.

event eGrown: int;

machine Tree {
    var parent: machine;
    var depth: int;
    var open: int;
    var size: int;

    start state Growing {
        entry (p: (parent: machine, depth: int)) {
            parent = p.parent;
            depth = p.depth;
            size = 1;
            if (depth == 0) { Report(); }
            else {
                open = 2;
                new Tree((parent = this, depth = depth - 1));
                new Tree((parent = this, depth = depth - 1));
            }
        }
        on eGrown do (n: int) {
            size = size + n;
            open = open - 1;
            if (open == 0) { Report(); }
        }
    }

    fun Report() {
        send parent, eGrown, size;
        raise halt;
    }
}

machine Main {
    start state Init {
        entry { new Tree((parent = this, depth = 2)); }
        on eGrown do (n: int) { assert n == 7, format("{0} nodes", n); }
    }
}
