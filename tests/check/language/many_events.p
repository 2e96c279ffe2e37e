// check
// verdict: verified
// More events than a word has bits: events that are 64 apart share a bit of the small sets that the
// engine keeps with queues and local states. One of two such events is deferred, the other is taken.

event e00; event e01; event e02; event e03; event e04;
event e05; event e06; event e07; event e08; event e09;
event e10; event e11; event e12; event e13; event e14;
event e15; event e16; event e17; event e18; event e19;
event e20; event e21; event e22; event e23; event e24;
event e25; event e26; event e27; event e28; event e29;
event e30; event e31; event e32; event e33; event e34;
event e35; event e36; event e37; event e38; event e39;
event e40; event e41; event e42; event e43; event e44;
event e45; event e46; event e47; event e48; event e49;
event e50; event e51; event e52; event e53; event e54;
event e55; event e56; event e57; event e58; event e59;
event e60; event e61; event e62; event e63; event e64;
event e65; event e66; event e67; event e68; event e69;

// Takes e65 first, although e01 waits; then e01, although e65 waits again.
machine Taker {
    var taken: int;

    start state Late {
        defer e01;
        on e65 do { taken = taken + 1; goto Early; }
    }

    state Early {
        defer e65;
        on e01 do { taken = taken + 1; goto Last; }
    }

    state Last {
        ignore e02;
        entry { assert taken == 2; }
        on e65 do { taken = taken + 1; assert taken == 3; }
    }
}

// Each of its events shares a bit with one that the other machine defers.
machine Waiter {
    start state Waiting {
        defer e02, e03;
        on e67 goto Ready;
    }

    state Ready {
        on e02, e03 do { }
    }
}

machine Early {
    start state Init {
        entry (m: (taker: machine, waiter: machine)) {
            send m.taker, e01;
            send m.waiter, e03;
            send m.waiter, e02;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var taker: machine;
            var waiter: machine;
            taker = new Taker();
            waiter = new Waiter();
            new Early((taker = taker, waiter = waiter));
            send taker, e65;
            send waiter, e67;
            send taker, e65;
        }
    }
}
