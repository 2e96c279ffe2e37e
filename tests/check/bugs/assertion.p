// check
// verdict: bug
// Two increments that are not atomic: one may be lost.

event eRead: machine;
event eValue: int;
event eWrite: int;

machine Cell {
    var value: int;
    var writes: int;

    start state Init {
        on eRead do (m: machine) { send m, eValue, value; }
        on eWrite do (n: int) {
            value = n;
            writes = writes + 1;
            assert writes < 2 || value == 2, "one is lost";  // bug: assertion one is lost
        }
    }
}

machine Incrementer {
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
            new Incrementer(cell);
            new Incrementer(cell);
        }
    }
}
