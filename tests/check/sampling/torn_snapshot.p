// check
// verdict: bug
// delays: 2
// depth: 2
// Two cells are written one after the other, and read in between.

event eRead: machine;
event eValue: int;
event eWrite;

machine Cell {
    var value: int;

    start state Init {
        on eRead do (m: machine) { send m, eValue, value; }
        on eWrite do { value = 1; }
    }
}

machine Writer {
    start state Init {
        entry (p: (left: machine, right: machine)) {
            send p.left, eWrite;
            send p.right, eWrite;
        }
    }
}

machine Reader {
    start state Init {
        entry (p: (left: machine, right: machine)) {
            var left, right: int;
            send p.left, eRead, this;
            receive { case eValue: (n: int) { left = n; } }
            send p.right, eRead, this;
            receive { case eValue: (n: int) { right = n; } }
            assert left >= right, "torn";  // bug: assertion torn
        }
    }
}

machine Main {
    start state Init {
        entry {
            var left, right: machine;
            left = new Cell();
            right = new Cell();
            new Writer((left = left, right = right));
            new Reader((left = left, right = right));
        }
    }
}
