// Leader election in a ring, after Chang and Roberts.
//
// Every node sends its identifier to the right. A node passes on what is larger than
// its own and drops what is smaller; the one whose identifier comes home is the
// leader, and a second round tells everybody. The largest identifier is at node 0;
// the others are in falling order, or drawn: then every order is explored.
//
// Main builds the ring, hands out the identifiers and is gone. `Together` holds the
// nodes back until the last of them has its identifier: what was cut off there is no
// execution.

param size: int;    // nodes in the ring
param drawn: bool;  // the identifiers, but for the largest, are in any order

event eUp;                                // to Main: the node is there
event eBegin: (id: int, right: machine);  // to a node: who it is, and its neighbour
event eToken: int;                        // a candidate
event eElected: int;                      // the leader

event eAllSet;  // announced by Main with its last step
event eBegun;   // announced by a node that begins

machine Main {
    var nodes: seq[machine];
    var left: seq[int];  // identifiers still to be handed out

    start state Building {
        entry {
            var i: int;

            while (sizeof(nodes) < size) {
                nodes += (sizeof(nodes), new Node(this));
                receive {
                    case eUp: { }
                }
            }
            i = size;
            while (i > 0) {
                left += (sizeof(left), i);
                i = i - 1;
            }
            while (i < size) {
                send nodes[i], eBegin, (id = Identifier(i), right = nodes[(i + 1) % size]);
                i = i + 1;
            }
            announce eAllSet;
            raise halt;
        }
    }

    fun Identifier(node: int): int {
        var i: int;
        var id: int;

        if (drawn && node > 0) {
            i = choose(sizeof(left));
        }
        id = left[i];
        left -= (i);
        return id;
    }
}

machine Node {
    var id: int;
    var right: machine;
    var leader: int;  // 0: unknown

    start state Waiting {
        entry (builder: machine) {
            send builder, eUp;
        }
        on eBegin do (me: (id: int, right: machine)) {
            id = me.id;
            right = me.right;
            send right, eToken, id;
            announce eBegun;
            goto Electing;
        }
        defer eToken, eElected;
    }

    state Electing {
        on eToken do (candidate: int) {
            if (candidate > id) {
                send right, eToken, candidate;
            } else if (candidate == id) {
                Learn(candidate);
            }
        }
        on eElected do (elected: int) {
            if (elected != id) {
                Learn(elected);
            }
        }
    }

    fun Learn(elected: int) {
        leader = elected;
        assert leader == size, format("{0} was elected, not {1}", leader, size);
        send right, eElected, leader;
    }
}

spec Together observes eAllSet, eBegun {
    start state Building {
        on eBegun do {
            assume false;
        }
        on eAllSet goto Running;
    }

    state Running {
        ignore eBegun;
    }
}

test param (size in [5, 6, 7, 8], drawn in [false, true])
    tcRing [main = Main]: assert Together in { Main, Node };
