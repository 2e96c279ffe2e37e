// check
// verdict: verified
// The alternating bit over a channel that loses data and acknowledgements; the sender
// notices, but not which.

event eData: (bit: bool, item: int);
event eAck: bool;
event eLost;
event eReceived: int;

machine Receiver {
    var channel: machine;
    var expected: bool;

    start state Receiving {
        entry (c: machine) { channel = c; }
        on eData do (d: (bit: bool, item: int)) {
            if (d.bit == expected) {
                announce eReceived, d.item;
                expected = !expected;
            }
            send channel, eAck, d.bit;
        }
    }
}

machine Sender {
    var channel: machine;
    var bit: bool;
    var item: int;

    start state Init {
        entry {
            channel = new Channel(this);
            goto Sending;
        }
    }

    state Sending {
        entry { send channel, eData, (bit = bit, item = item); }
        on eLost goto Sending;
        on eAck do (b: bool) {
            if (b == bit) {
                bit = !bit;
                item = (item + 1) % 4;
                goto Sending;
            }
        }
    }
}

machine Channel {
    var sender: machine;
    var receiver: machine;

    start state Open {
        entry (m: machine) {
            sender = m;
            receiver = new Receiver(this);
        }
        on eData do (d: (bit: bool, item: int)) {
            if ($) { send receiver, eData, d; } else { send sender, eLost; }
        }
        on eAck do (bit: bool) {
            if ($) { send sender, eAck, bit; } else { send sender, eLost; }
        }
    }
}

spec InOrder observes eReceived {
    var next: int;

    start state Watching {
        on eReceived do (n: int) {
            assert n == next, format("got {0}, expected {1}", n, next);
            next = (next + 1) % 4;
        }
    }
}

test tcBit [main = Sender]: assert InOrder in { Sender, Receiver, Channel };
