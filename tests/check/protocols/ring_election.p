// check
// verdict: verified
// The largest id wins: ids go round and are swallowed by larger ones. Who gets its
// own back is the leader.

event eNext: machine;
event eId: int;
event eLeader: int;

machine Node {
    var id: int;
    var next: machine;

    start state Init {
        entry (n: int) { id = n; }
        on eNext goto Running;
        defer eId;
    }

    state Running {
        entry (m: machine) {
            next = m;
            send next, eId, id;
        }
        on eId do (n: int) {
            if (n == id) {
                announce eLeader, id;
                goto Leading;
            }
            if (n > id) { send next, eId, n; }
        }
    }

    state Leading {
        ignore eId;
    }
}

machine Main {
    start state Init {
        entry {
            var nodes: seq[machine];
            var i: int;
            while (i < 3) {
                nodes += (i, new Node(i));
                i = i + 1;
            }
            i = 0;
            while (i < 3) {
                send nodes[i], eNext, nodes[(i + 1) % 3];
                i = i + 1;
            }
        }
    }
}

spec OneLeader observes eLeader {
    start hot state Nobody {
        on eLeader goto Somebody;
    }
    cold state Somebody {
        entry (n: int) { assert n == 2, "the wrong one leads"; }
    }
}
