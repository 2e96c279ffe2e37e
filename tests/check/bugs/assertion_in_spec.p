// check
// verdict: bug
// The spec is told of the second entry before the first one has left.

event eIn;
event eOut;

machine Visitor {
    start state Init {
        entry (m: machine) {
            send m, eIn;
            send m, eOut;
        }
    }
}

machine Room {
    start state Init {
        ignore eIn, eOut;
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Room();
            new Visitor(m);
            new Visitor(m);
        }
    }
}

spec Alone observes eIn, eOut {
    var inside: int;

    start state Watching {
        on eIn do {
            inside = inside + 1;
            assert inside == 1, format("{0} are inside", inside);  // bug: assertion 2 are inside
        }
        on eOut do { inside = inside - 1; }
    }
}
