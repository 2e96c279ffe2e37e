// Every tree with so many nodes; bus resets at any node.

param resets: int;

machine Driver {
    start state Init {
        entry {
            var all: seq[machine];
            var neighbours: map[machine, set[machine]];
            var node, other, cable: machine;
            var i: int;

            cable = new Cable();
            while (i < nodes) {
                node = new Node();
                neighbours[node] = default(set[machine]);
                if (i > 0) {
                    other = choose(all);
                    neighbours[node] += (other);
                    neighbours[other] += (node);
                }
                all += (i, node);
                i = i + 1;
            }
            foreach (node in all) {
                send node, eConnect, (neighbours = neighbours[node], cable = cable);
            }
            i = 0;
            while (i < resets) {
                i = i + 1;
                new BusReset((node = choose(all), generation = i + 1));
            }
            raise halt;
        }
    }
}

// A device is plugged in, some time.
machine BusReset {
    start state Init {
        entry (reset: tGeneration) {
            send reset.node, eReset, reset.generation;
            raise halt;
        }
    }
}

module system = union tree, { Driver, Cable, BusReset };

test param (nodes in [2, 3, 4, 5], resets in [0]) tcTree [main = Driver]: assert OneRoot in system;
test param (nodes in [3, 4], resets in [1]) tcReset [main = Driver]: assert OneRoot in system;
test param (nodes in [6], resets in [2]) tcLarge [main = Driver]: assert OneRoot in system;
test param (nodes in [2, 3], resets in [0, 1]) tcRootIsFound [main = Driver]: assert RootIsFound in system;

test param (nodes in [9], resets in [1], bug_tree_old_timer in [true])
    tcBugOldTimer [main = Driver]: assert RootIsFound in system;
test param (nodes in [3], resets in [0], bug_tree_poor_numbers in [true])
    tcBugPoorNumbers [main = Driver]: assert RootIsFound in system;
