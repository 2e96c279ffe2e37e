// check
// verdict: verified
// A token goes round; who has it may enter, or pass it on at once.

event eNext: machine;
event eToken;
event eEnter: int;
event eLeave: int;

machine Station {
    var id: int;
    var next: machine;

    start state Init {
        entry (n: int) { id = n; }
        on eNext goto Outside with (m: machine) { next = m; }
        defer eToken;
    }

    state Outside {
        on eToken do {
            if ($) { goto Inside; }
            send next, eToken;
        }
    }

    state Inside {
        entry {
            announce eEnter, id;
            announce eLeave, id;
            send next, eToken;
            goto Outside;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var a, b, c: machine;
            a = new Station(1);
            b = new Station(2);
            c = new Station(3);
            send a, eNext, b;
            send b, eNext, c;
            send c, eNext, a;
            send a, eToken;
        }
    }
}

spec OneInside observes eEnter, eLeave {
    start state Free {
        on eEnter goto Taken;
    }
    state Taken {
        entry (n: int) { who = n; }
        on eLeave do (n: int) {
            assert n == who, "another one left";
            goto Free;
        }
    }
    var who: int;
}
