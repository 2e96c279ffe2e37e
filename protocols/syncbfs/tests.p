// All connected networks in which node i has an edge to one earlier node, and `chords` more edges somewhere.

param chords: int;

event eNetwork: (root: machine, neighbours: map[machine, set[machine]]);  // for the specification

machine Driver {
    var all: seq[machine];
    var neighbours: map[machine, set[machine]];

    start state Init {
        entry {
            var node, rounds: machine;
            var members: set[machine];
            var i: int;

            while (i < nodes) {
                node = new Node();
                members += (node);
                neighbours[node] = default(set[machine]);
                if (i > 0) { Connect(node, choose(all)); }
                all += (i, node);
                i = i + 1;
            }
            i = 0;
            while (i < chords) {
                Connect(choose(all), choose(all));
                i = i + 1;
            }
            announce eNetwork, (root = all[0], neighbours = neighbours);
            rounds = new Rounds(members);
            foreach (node in all) {
                send node, eNeighbours, (neighbours = neighbours[node], root = node == all[0], rounds = rounds);
            }
            raise halt;
        }
    }

    fun Connect(a: machine, b: machine) {
        if (a == b) { return; }
        neighbours[a] += (b);
        neighbours[b] += (a);
    }
}

module system = union syncbfs, { Driver };

test param (nodes in [2, 3], chords in [1]) tcNetwork [main = Driver]: assert ShortestPaths in system;
test param (nodes in [4], chords in [0, 1]) tcFour [main = Driver]: assert ShortestPaths in system;
test param (nodes in [6], chords in [3]) tcLarge [main = Driver]: assert ShortestPaths in system;
test param (nodes in [3], chords in [1]) tcCompletes [main = Driver]: assert Completes in system;
