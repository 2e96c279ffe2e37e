// An event sent to a halted machine is dropped silently.

event eA: int;

machine Other {
    start state Init {
        entry { raise halt; }
        on eA do (n: int) { assert false, "halted"; }
    }
}

machine Main {
    var m: machine;

    start state Init {
        entry {
            m = new Other();
            send this, eA, 0;
        }
        on eA do (n: int) {
            print format("{0} {1}", n, m);
            send m, eA, n;
            if (n < 2) send this, eA, n + 1;
        }
    }
}

// output:
//   0 Other(2)
//   1 Other(2)
//   2 Other(2)
