// Gossip: rumours that begin at any node must reach all of them.
//
// 128 nodes in a ring with two shortcuts each. A node passes a new rumour on to its neighbours, and
// compares what it knows with one of them now and then, which sends what is missing. The
// specification remembers who has heard what: no rumour is heard twice, or before it began.

event ePeers: seq[Node];
event eRumour: (number: int, hops: int);
event eDigest: (from: Node, known: set[int]);
event eMissing: seq[int];
event eTick;

event eBegan: int;
event eHeard: (node: Node, number: int, hops: int);

fun Nodes(): int { return 128; }
fun Rumours(): int { return 60; }
fun Ticks(): int { return 40; }  // comparisons that a node makes

machine Node {
    var peers: seq[Node];
    var known: set[int];
    var ticks: int;

    start state Waiting {
        on ePeers goto Talking with (all: seq[Node]) {
            peers = all;
            send this, eTick;
        }
        defer eRumour, eDigest, eMissing;
    }

    state Talking {
        on eRumour do (rumour: (number: int, hops: int)) {
            Hear(rumour.number, rumour.hops);
        }
        on eTick do {
            if (ticks < Ticks()) {
                ticks = ticks + 1;
                send choose(peers), eDigest, (from = this, known = known);
                send this, eTick;
            }
        }
        on eDigest do (digest: (from: Node, known: set[int])) {
            var missing: seq[int];
            var number: int;

            foreach (number in known) {
                if (!(number in digest.known)) {
                    missing += (sizeof(missing), number);
                }
            }
            if (sizeof(missing) > 0) {
                send digest.from, eMissing, missing;
            }
        }
        on eMissing do (missing: seq[int]) {
            var number: int;

            foreach (number in missing) {
                Hear(number, 1);
            }
        }
    }

    fun Hear(number: int, hops: int) {
        var peer: Node;

        if (number in known) {
            return;
        }
        known += (number);
        announce eHeard, (node = this, number = number, hops = hops);
        foreach (peer in peers) {
            send peer, eRumour, (number = number, hops = hops + 1);
        }
    }
}

spec EachOnce observes eBegan, eHeard {
    var began: set[int];
    var heard: map[int, set[Node]];
    var farthest: int;  // how far a rumour came

    start state Watching {
        on eBegan do (number: int) {
            began += (number);
            heard[number] = default(set[Node]);
        }
        on eHeard do (what: (node: Node, number: int, hops: int)) {
            assert what.number in began, "a rumour was heard before it began";
            assert !(what.node in heard[what.number]), "a rumour was heard twice";
            heard[what.number] += (what.node);
            if (what.hops > farthest) {
                farthest = what.hops;
            }
            assert farthest <= Nodes(), "a rumour went around";
        }
    }
}

machine Main {
    var nodes: seq[Node];
    var begun: int;

    start state Building {
        entry {
            var i: int;

            while (i < Nodes()) {
                nodes += (i, new Node());
                i = i + 1;
            }
            i = 0;
            while (i < Nodes()) {
                Connect(i);
                i = i + 1;
            }
            goto Beginning;
        }
    }

    state Beginning {
        entry {
            send this, eTick;
        }
        on eTick do {
            if (begun < Rumours()) {
                begun = begun + 1;
                announce eBegan, begun;
                send choose(nodes), eRumour, (number = begun, hops = 0);
                send this, eTick;
            }
        }
    }

    fun Connect(i: int) {
        var peers: seq[Node];

        peers += (0, nodes[Wrap(i + 1)]);
        peers += (1, nodes[Wrap(i + 11)]);
        peers += (2, nodes[Wrap(i * 3 + 5)]);
        send nodes[i], ePeers, peers;
    }

    fun Wrap(i: int): int {
        return i - (i / Nodes()) * Nodes();
    }
}

test tcGossip [main = Main]: assert EachOnce in { Main, Node };
