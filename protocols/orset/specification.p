// What a replicated set promises.

// The elements of a replica depend only on the operations that it has heard of, not on their order: those that were added and not
// removed.
spec SameOperations observes eHearsAdded, eHearsRemoved {
    var added, removed: map[int, set[tTag]];  // by replica

    start state Watching {
        on eHearsAdded do (h: (replica: int, tag: tTag, content: set[tTag])) {
            Know(h.replica);
            added[h.replica] += (h.tag);
            Compare(h.replica, h.content);
        }
        on eHearsRemoved do (h: (replica: int, tags: set[tTag], content: set[tTag])) {
            var tag: tTag;

            Know(h.replica);
            foreach (tag in h.tags) { removed[h.replica] += (tag); }
            Compare(h.replica, h.content);
        }
    }

    fun Know(replica: int) {
        if (replica in added) { return; }
        added[replica] = default(set[tTag]);
        removed[replica] = default(set[tTag]);
    }

    fun Compare(replica: int, content: set[tTag]) {
        var tag: tTag;
        var there: int;

        foreach (tag in added[replica]) {
            if (!(tag in removed[replica])) {
                there = there + 1;
                assert tag in content, format("replica {0} lacks {1}", replica, tag.element);
            }
        }
        assert there == sizeof(content), format("replica {0} has an element that was removed", replica);
    }
}

// Each replica hears of each operation.
spec Converges observes eAdded, eRemoved, eHearsAdded, eHearsRemoved {
    var open: int;  // under way

    start cold state Quiet {
        on eAdded, eRemoved do Send;
        ignore eHearsAdded, eHearsRemoved;
    }
    hot state Spreading {
        on eAdded, eRemoved do Send;
        on eHearsAdded do (h: (replica: int, tag: tTag, content: set[tTag])) {
            if (h.replica != h.tag.replica) { Hear(); }
        }
        on eHearsRemoved do Hear;
    }

    fun Send() {
        open = open + 1;
        goto Spreading;
    }

    fun Hear() {
        open = open - 1;
        if (open == 0) { goto Quiet; }
    }
}
