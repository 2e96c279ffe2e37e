// check
// verdict: bug
// What is in the box depends on who came last.

event ePut: any;
event eGet;

machine Box {
    var content: any;

    start state Init {
        on ePut do (v: any) { content = v; }
        on eGet do {
            var n: int;
            n = content as int;  // bug: bad-cast
            assert n == 1;
        }
    }
}

machine Putter {
    start state Init {
        entry (m: machine) { send m, ePut, "text"; }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Box();
            send m, ePut, 1;
            new Putter(m);
            send m, eGet;
        }
    }
}
