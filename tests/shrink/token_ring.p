// A token goes round a ring. It may be lost; who has not seen it for long makes a new one.
// Two who notice, and there are two.
// bug: unhandled-event eToken

event eToken;
event eNext: machine;
event eSuspect;

machine Node {
    var next: machine;
    start state Init {
        on eNext goto Waiting with (n: machine) { next = n; }
        defer eToken, eSuspect;
    }
    state Waiting {
        on eToken goto Holding;
        on eSuspect goto Holding;
    }
    state Holding {
        entry { send this, eSuspect; }
        on eSuspect do {
            if ($) { send this, eSuspect; } else { goto Passing; }
        }
    }
    state Passing {
        entry {
            if (choose(12) != 11) { send next, eToken; }
            goto Waiting;
        }
    }
}

machine Monitor {
    start state Watching {
        entry (nodes: seq[machine]) {
            send choose(nodes), eSuspect;
            if (choose(8) == 0) { goto Watching, nodes; } else { goto Looking, nodes; }
        }
    }
    state Looking {
        entry (nodes: seq[machine]) {
            if (choose(12) == 0) { goto Watching, nodes; }
            send this, eSuspect;
            receive { case eSuspect: {} }
            goto Looking, nodes;
        }
    }
}

machine Main {
    start state Init {
        entry {
            var nodes: seq[machine];
            var i: int;
            while (i < 5) {
                nodes += (i, new Node());
                i = i + 1;
            }
            i = 0;
            while (i < 4) {
                send nodes[i], eNext, nodes[i + 1];
                i = i + 1;
            }
            send nodes[4], eNext, nodes[0];
            new Monitor(nodes);
        }
    }
}

test tcRing [main = Main]: { Main, Node, Monitor };
