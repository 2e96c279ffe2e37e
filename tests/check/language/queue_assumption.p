// check
// verdict: verified
// `assume` on a queue keeps the program finite: nobody gets further ahead than that.

event eItem: int assume 2;

machine Producer {
    var consumer: machine;
    var n: int;

    start state Init {
        entry (m: machine) {
            consumer = m;
            goto Producing;
        }
    }

    state Producing {
        entry {
            send consumer, eItem, n;
            n = 1 - n;
            goto Producing;
        }
    }
}

machine Consumer {
    var expected: int;

    start state Consuming {
        on eItem do (n: int) {
            assert n == expected;
            expected = 1 - expected;
        }
    }
}

machine Main {
    start state Init {
        entry { new Producer(new Consumer()); }
    }
}
