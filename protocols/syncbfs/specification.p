// What a breadth-first search promises.

// The depth of each node is its distance to the root, and that of its parent is one less. The tree is
// complete only when every node is in it.
spec ShortestPaths observes eNetwork, eMarked, eTreeComplete {
    var distance: map[machine, int];
    var depth: map[machine, int];

    start state Watching {
        on eNetwork do (network: (root: machine, neighbours: map[machine, set[machine]])) {
            Measure(network.root, network.neighbours);
        }
        on eMarked do (m: (node: machine, parent: machine, depth: int)) {
            assert !(m.node in depth), "a node has two parents";
            assert m.depth == distance[m.node],
                format("a node at distance {0} has depth {1}", distance[m.node], m.depth);
            assert m.parent == null || depth[m.parent] == m.depth - 1, "the parent is not nearer to the root";
            depth[m.node] = m.depth;
        }
        on eTreeComplete do {
            assert sizeof(depth) == nodes, format("{0} nodes are in the tree", sizeof(depth));
        }
    }

    fun Measure(root: machine, neighbours: map[machine, set[machine]]) {
        var fringe, next: set[machine];
        var node, neighbour: machine;
        var d: int;

        distance[root] = 0;
        fringe += (root);
        while (sizeof(fringe) > 0) {
            d = d + 1;
            next = default(set[machine]);
            foreach (node in fringe) {
                foreach (neighbour in neighbours[node]) {
                    if (!(neighbour in distance)) {
                        distance[neighbour] = d;
                        next += (neighbour);
                    }
                }
            }
            fringe = next;
        }
    }
}

// The root learns that the tree is complete.
spec Completes observes eTreeComplete {
    start hot state Searching {
        on eTreeComplete goto Complete;
    }
    cold state Complete { }
}
