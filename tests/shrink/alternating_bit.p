// The alternating bit protocol over channels that lose and repeat. The sender takes any
// acknowledgement for the one that it waits for.
// bug: assertion is missing

event eData: (bit: bool, number: int);
event eAck: bool;
event eTimeout;
event eDelivered: int;
event eOpen: machine;

machine Channel {
    var target: machine;
    start state Init {
        on eOpen goto Carrying with (m: machine) { target = m; }
        defer eData, eAck;
    }
    state Carrying {
        on eData do (d: (bit: bool, number: int)) {
            var times: int;
            times = choose(6);
            if (times > 2) { times = 1; }
            while (times > 0) { send target, eData, d; times = times - 1; }
        }
        on eAck do (bit: bool) {
            if (choose(6) > 0) { send target, eAck, bit; }
        }
    }
}

machine Sender {
    var out: machine;
    var bit: bool;
    var number: int;
    start state Init {
        entry (channel: machine) {
            out = channel;
            goto Sending;
        }
    }
    state Sending {
        entry {
            send out, eData, (bit = bit, number = number);
            send this, eTimeout;
        }
        on eAck do (b: bool) {
            bit = !bit;
            number = number + 1;
            goto Sending;
        }
        on eTimeout do {
            if (choose(8) > 0) { send this, eTimeout; } else { goto Sending; }
        }
    }
}

machine Receiver {
    var out: machine;
    var expected: bool;
    start state Init {
        entry (channel: machine) { out = channel; }
        on eData do (d: (bit: bool, number: int)) {
            if (d.bit == expected) {
                announce eDelivered, d.number;
                expected = !expected;
            }
            send out, eAck, d.bit;
        }
    }
}

spec InOrder observes eDelivered {
    var next: int;
    start state Watching {
        on eDelivered do (number: int) {
            assert number == next, format("{0} is missing, {1} is there", next, number);
            next = next + 1;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var there, back: machine;
            there = new Channel();
            back = new Channel();
            send back, eOpen, new Sender(there);
            send there, eOpen, new Receiver(back);
        }
    }
}

test tcBit [main = Main]: assert InOrder in { Main, Channel, Sender, Receiver };
