// A machine with a parameter is a machine of its own for each argument.

event eHello: int;

machine Loud {
    start state Init {
        on eHello do { print format("loud {0}", payload); };
    }
}

machine Quiet {
    start state Init {
        on eHello do { print format("quiet {0}", payload); };
    }
}

machine Wrap<Inner> {
    var inner: machine;
    var n: int;

    start state Init {
        entry { inner = new Inner(); }
        on eHello do {
            n = n + payload;
            send inner, eHello, n;
        };
    }
}

main machine Main {
    var a, b: machine;

    start state Init {
        entry {
            a = new Wrap<Loud>();
            b = new Wrap<Wrap<Quiet>>();
            send a, eHello, 1;
            send b, eHello, 2;
            send a, eHello, 3;
        }
    }
}

// output:
//   loud 1
//   loud 4
//   quiet 2
