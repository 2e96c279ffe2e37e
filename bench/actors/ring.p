// A token that goes around a ring of 503 machines, ROUNDS steps in all.

event eNext: machine;
event eToken: int;
event eDone;

fun Rounds(): int {
    return 2000000;
}

machine Main {
    start state Init {
        entry {
            var first: machine;
            var last: machine;
            var i: int;
            var node: machine;

            last = new Node(this);
            first = last;
            i = 1;
            while (i < 503) {
                node = new Node(this);
                send node, eNext, first;
                first = node;
                i = i + 1;
            }
            send last, eNext, first;
            send first, eToken, Rounds();
        }
        on eDone do {
            raise halt;
        }
    }
}

machine Node {
    var owner: machine;
    var next: machine;

    start state Init {
        defer eToken;
        entry (m: machine) {
            owner = m;
        }
        on eNext goto Turn with (n: machine) {
            next = n;
        }
    }

    state Turn {
        on eToken do (left: int) {
            if (left > 0) {
                send next, eToken, left - 1;
            } else {
                send owner, eDone;
            }
        }
    }
}
