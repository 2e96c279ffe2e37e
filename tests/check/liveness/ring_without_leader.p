// check
// verdict: bug
// Leader election in a ring: a node drops the identifier that comes home, and everybody begins
// again.
// bug: liveness for ever

event eRight: (id: int, right: machine);
event eToken: int;
event eBegin;
event eElected: int;

spec Leader observes eElected {
    start hot state None { on eElected goto Elected; }
    cold state Elected { ignore eElected; }
}

machine Node {
    var id: int;
    var right: machine;
    start state Init {
        on eRight do (me: (id: int, right: machine)) {
            id = me.id;
            right = me.right;
            send right, eToken, id;
            goto Electing;
        }
        defer eToken;
    }
    state Electing {
        on eToken do (candidate: int) {
            if (candidate > id) {
                send right, eToken, candidate;
            } else if (candidate == id) {
                send right, eToken, id;
            }
        }
    }
}

machine Main {
    start state Init {
        entry {
            var a: machine;
            var b: machine;
            var c: machine;
            a = new Node();
            b = new Node();
            c = new Node();
            send a, eRight, (id = 1, right = b);
            send b, eRight, (id = 3, right = c);
            send c, eRight, (id = 2, right = a);
        }
    }
}

test tc [main=Main]: assert Leader in {Main, Node};
