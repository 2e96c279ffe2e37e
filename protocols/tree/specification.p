// What tree identification promises.

// A generation has at most one root; when it is found, every other node has asked for a parent.
spec OneRoot observes eAsk, eRoot {
    var asked: map[int, set[machine]];  // by generation
    var roots: set[int];                // the generations

    start state Watching {
        on eAsk do (ask: tGeneration) {
            if (!(ask.generation in asked)) { asked[ask.generation] = default(set[machine]); }
            asked[ask.generation] += (ask.node);
        }
        on eRoot do (root: tGeneration) {
            assert !(root.generation in roots), format("generation {0} has two roots", root.generation);
            roots += (root.generation);
            if (root.generation in asked) { asked[root.generation] -= (root.node); }
            assert root.generation in asked && sizeof(asked[root.generation]) == nodes - 1,
                format("generation {0} has a root, but not everybody has a parent", root.generation);
        }
    }
}

// The last generation gets a root.
spec RootIsFound observes eRoot {
    start hot state Searching {
        on eRoot do (root: tGeneration) {
            if (root.generation == resets + 1) { goto Found; }
        }
    }
    cold state Found { }
}
