// check
// verdict: bug
// delays: 0
// depth: 1
// A machine that is created late may be heard before its grandparent goes on.

event eHello: int;

machine Listener {
    var last: int;

    start state Init {
        on eHello do (n: int) {
            assert n >= last, "out of order";  // bug: assertion out of order
            last = n;
        }
    }
}

machine Grandchild {
    start state Init {
        entry (listener: machine) { send listener, eHello, 3; }
    }
}

machine Child {
    start state Init {
        entry (listener: machine) {
            new Grandchild(listener);
            send listener, eHello, 2;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var listener: machine;
            listener = new Listener();
            send listener, eHello, 1;
            new Child(listener);
        }
    }
}
