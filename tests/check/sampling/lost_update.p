// check
// verdict: bug
// delays: 1
// depth: 2
// A value is read, and another one written in between.

event eRead: machine;
event eValue: int;
event eWrite: int;

machine Cell {
    var value, writes: int;

    start state Init {
        on eRead do (m: machine) { send m, eValue, value; }
        on eWrite do (n: int) {
            value = n;
            writes = writes + 1;
            assert value == writes, "lost";  // bug: assertion lost
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
        }
    }
}
