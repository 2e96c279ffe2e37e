// check
// verdict: bug
// delays: 2
// depth: 2
// What is published before the reader has subscribed is lost.

event eSubscribe: machine;
event ePublish: int;
event eNews: int;

machine Hub {
    var readers: seq[machine];

    start state Init {
        on eSubscribe do (m: machine) { readers += (sizeof(readers), m); }
        on ePublish do (n: int) {
            var i: int;
            while (i < sizeof(readers)) {
                send readers[i], eNews, n;
                i = i + 1;
            }
        }
    }
}

machine Reader {
    var last: int;

    start state Init {
        entry (hub: machine) { send hub, eSubscribe, this; }
        on eNews do (n: int) {
            assert n == last + 1, "news are missing";  // bug: assertion news are missing
            last = n;
        }
    }
}

machine Writer {
    start state Init {
        entry (hub: machine) {
            send hub, ePublish, 1;
            send hub, ePublish, 2;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var hub: machine;
            hub = new Hub();
            new Reader(hub);
            new Writer(hub);
        }
    }
}
