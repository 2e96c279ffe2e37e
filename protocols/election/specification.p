// What leader election promises.

event eFollowed: (node: machine, leader: machine);  // for specifications: the node takes it for the leader

// A node follows only a node that has taken itself for the leader.
spec Declared observes ePeers, eFollowed {
    var declared: set[machine];

    start state Watching {
        on ePeers do (peers: seq[machine]) { declared += (peers[sizeof(peers) - 1]); }
        on eFollowed do (f: (node: machine, leader: machine)) {
            if (f.node == f.leader) { declared += (f.leader); }
            assert f.leader in declared, "a node follows one that does not lead";
        }
    }
}

// In the end all nodes that work follow the one of highest rank among them.
spec Agreement observes ePeers, eFollowed, eStopped {
    var peers: seq[machine];  // those that work, by rank
    var followed: map[machine, machine];

    start cold state Agreed {
        on ePeers do (all: seq[machine]) {
            var node: machine;

            peers = all;
            foreach (node in peers) { followed[node] = peers[sizeof(peers) - 1]; }
        }
        on eFollowed do Follow;
        on eStopped do Remove;
    }
    hot state Electing {
        on eFollowed do Follow;
        on eStopped do Remove;
        ignore ePeers;
    }

    fun Follow(f: (node: machine, leader: machine)) {
        followed[f.node] = f.leader;
        Decide();
    }

    fun Remove(node: machine) {
        var i: int;

        if (!(node in peers)) { return; }  // it has been reported before
        while (peers[i] != node) { i = i + 1; }
        peers -= i;
        Decide();
    }

    fun Decide() {
        var node: machine;

        foreach (node in peers) {
            if (followed[node] != peers[sizeof(peers) - 1]) { goto Electing; }
        }
        goto Agreed;
    }
}
