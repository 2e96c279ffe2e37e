// An observed-remove set (OR-Set; M. Shapiro and others, 2011): replicas of a set that work without waiting for each other, and
// agree when they have heard of the same operations.
//
// Each addition has a tag of its own. A removal removes the tags of the element that its replica knows, so an addition that
// happens at the same time elsewhere wins. A removal may arrive before the addition that it removes: so a replica remembers
// removed tags.

param replicas: int;

type tTag = (element: int, replica: int, number: int);

event eAdd: int;                 // client to replica
event eRemove: int;
event eAdded: tTag;              // replica to the others
event eRemoved: set[tTag];
event eOthers: set[machine];

// For the specification: what a replica has heard of, and what it has then.
event eHearsAdded: (replica: int, tag: tTag, content: set[tTag]);
event eHearsRemoved: (replica: int, tags: set[tTag], content: set[tTag]);

machine Replica {
    var me, number: int;
    var others: set[machine];
    var content: set[tTag];
    var removed: set[tTag];

    start state Init {
        entry (n: int) { me = n; }
        on eOthers do (all: set[machine]) {
            others = all;
            goto Working;
        }
        defer eAdd, eRemove, eAdded, eRemoved;
    }

    state Working {
        on eAdd do (element: int) {
            var other: machine;
            var tag: tTag;

            number = number + 1;
            tag = (element = element, replica = me, number = number);
            Add(tag);
            foreach (other in others) { send other, eAdded, tag; }
        }
        on eRemove do (element: int) {
            var other: machine;
            var tag: tTag;
            var tags: set[tTag];

            foreach (tag in content) {
                if (tag.element == element) { tags += (tag); }
            }
            if (sizeof(tags) == 0) { return; }
            Remove(tags);
            foreach (other in others) { send other, eRemoved, tags; }
        }
        on eAdded do Add;
        on eRemoved do Remove;
    }

    fun Add(tag: tTag) {
        if (!(tag in removed) || bug_orset_no_memory) { content += (tag); }
        announce eHearsAdded, (replica = me, tag = tag, content = content);
    }

    fun Remove(tags: set[tTag]) {
        var tag: tTag;

        foreach (tag in tags) {
            removed += (tag);
            content -= (tag);
        }
        announce eHearsRemoved, (replica = me, tags = tags, content = content);
    }
}

module orset = { Replica };
