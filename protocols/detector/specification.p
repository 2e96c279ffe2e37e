// What a failure detector promises.

event eWorks: machine;   // for specifications: this node does something
event eFailed: machine;  // for specifications: this node has failed
event eTold: machine;    // for specifications: a client learns that this node has stopped

// A node that has been reported does nothing any more, and is reported once to each client.
spec Accuracy observes eWorks, eTold {
    var told: map[machine, int];

    start state Watching {
        on eWorks do (node: machine) { assert !(node in told), "a node works that is reported"; }
        on eTold do (node: machine) {
            if (!(node in told)) { told[node] = 0; }
            told[node] = told[node] + 1;
            assert told[node] <= listeners, "a node is reported again";
        }
    }
}

// A node that has failed is reported, while at least two nodes have not been.
spec Completeness observes eFailed, eTold {
    var failed: set[machine];
    var told: set[machine];

    start cold state Quiet {
        on eFailed do Fail;
        on eTold do Tell;
    }
    hot state Waiting {
        on eFailed do Fail;
        on eTold do Tell;
    }

    fun Fail(node: machine) {
        failed += (node);
        Decide();
    }

    fun Tell(node: machine) {
        told += (node);
        failed -= node;
        Decide();
    }

    fun Decide() {
        if (sizeof(failed) > 0 && sizeof(told) + 1 < nodes) { goto Waiting; }
        goto Quiet;
    }
}
