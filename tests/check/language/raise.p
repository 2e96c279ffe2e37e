// check
// verdict: verified
// A raised event comes before the queue, with its payload.

event eTick: int;
event eInner: int;

machine Counter {
    var n: int;

    start state Even {
        on eTick do (k: int) {
            if ((n + k) % 2 == 1) { raise eInner, k; }
            n = (n + k) % 4;
        }
        on eInner goto Odd;
    }

    state Odd {
        entry (k: int) { n = (n + k) % 4; }
        on eTick do (k: int) {
            n = (n + k) % 4;
            if (n % 2 == 0) { raise eInner, 0; }
        }
        on eInner goto Even with (k: int) { assert k == 0; }
        exit { assert n % 2 == 0; }
    }
}

machine Ticker {
    start state Init {
        entry (m: machine) {
            send m, eTick, 1;
            send m, eTick, choose(3);
        }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new Counter();
            new Ticker(m);
            new Ticker(m);
        }
    }
}
