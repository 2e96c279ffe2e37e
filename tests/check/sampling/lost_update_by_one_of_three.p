// check
// verdict: bug
// delays: 1
// depth: 2
// Three add; two must have read before any has written.

event eRead: machine;
event eValue: int;
event eWrite: int;

machine Cell {
    var value, reads, writes: int;

    start state Init {
        on eRead do (m: machine) {
            reads = reads + 1;
            assert reads < 3 || writes > 0, "nobody has written";  // bug: assertion nobody
            send m, eValue, value;
        }
        on eWrite do (n: int) {
            value = n;
            writes = writes + 1;
        }
    }
}

machine Adder {
    start state Init {
        entry (cell: machine) {
            send cell, eRead, this;
            receive { case eValue: (n: int) { send cell, eWrite, n + 1; } }
        }
    }
}

machine Main {
    start state Init {
        entry {
            var cell: machine;
            cell = new Cell();
            new Adder(cell);
            new Adder(cell);
            new Adder(cell);
        }
    }
}
