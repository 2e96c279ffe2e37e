// check
// verdict: verified

// Who looks through its queue drops what it ignores on the way, also when it then takes
// `null`. With a bound on the queue it can be seen how many there are.

event eA assert 3;

machine M {
    var n: int;

    start state S {
        ignore eA;
        on null do {
            n = n + 1;
            if (n == 2) {
                goto T;
            }
        }
    }

    state T {
        on eA do {
            n = n + 1;
        }
    }
}

main machine Main {
    start state I {
        entry {
            var m: machine;
            m = new M();
            send m, eA;
        }
    }
}
