// check
// verdict: verified
// A producer may be two ahead of its consumer: it has two permits, which come back.

event eItem: int;
event ePermit;
event eConsumer: machine;

machine Producer {
    var consumer: machine;
    var permits: int;
    var next: int;

    start state Init {
        entry { permits = 2; }
        on eConsumer goto Producing with (m: machine) { consumer = m; }
    }

    state Producing {
        entry {
            while (permits > 0) {
                permits = permits - 1;
                next = (next + 1) % 3;
                send consumer, eItem, next;
            }
        }
        on ePermit do {
            permits = permits + 1;
            assert permits <= 2;
            goto Producing;
        }
    }
}

machine Consumer {
    var producer: machine;
    var last: int;

    start state Consuming {
        entry (p: machine) { producer = p; }
        on eItem do (n: int) {
            assert n == (last + 1) % 3, "out of order";
            last = n;
            send producer, ePermit;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var producer: machine;
            producer = new Producer();
            send producer, eConsumer, new Consumer(producer);
        }
    }
}
