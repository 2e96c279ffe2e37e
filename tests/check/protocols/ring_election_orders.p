// check
// verdict: verified
// The same election, whatever the order of the ids: it is chosen in the beginning.

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
            if (n == id) { announce eLeader, id; }
            if (n > id) { send next, eId, n; }
        }
    }
}

machine Main {
    start state Init {
        entry {
            var left: seq[int];
            var nodes: seq[machine];
            var id: int;
            left += (0, 5);
            left += (1, 7);
            left += (2, 9);
            while (sizeof(left) > 0) {
                id = choose(sizeof(left));
                nodes += (sizeof(nodes), new Node(left[id]));
                left -= id;
            }
            while (id < 3) {
                send nodes[id], eNext, nodes[(id + 1) % 3];
                id = id + 1;
            }
        }
    }
}

spec OneLeader observes eLeader {
    start hot state Nobody {
        on eLeader goto Somebody;
    }
    cold state Somebody {
        entry (n: int) { assert n == 9, format("{0} leads", n); }
    }
}
