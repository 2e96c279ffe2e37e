// check --points modern --points classic
// verdict: verified
// Nobody comes between two announcements, unless announcing is a point of its own.

event eOpen: int;
event eClose: int;

machine Visitor {
    start state Init {
        entry (id: int) {
            announce eOpen, id;
            announce eClose, id;
        }
    }
}

machine Main {
    start state Init {
        entry {
            new Visitor(1);
            new Visitor(2);
        }
    }
}

spec OneAtATime observes eOpen, eClose {
    var who: int;

    start state Closed {
        on eOpen goto Open;
    }
    state Open {
        entry (id: int) { who = id; }
        on eClose do (id: int) {
            assert id == who;
            goto Closed;
        }
    }
}
