// What the group promises inside. What clients see is promised by ../../protocols/datastore and ../../protocols/common/answers.p.

// All replicas of a group execute the same items in the same slots.
spec OneLog observes eExecutedItem {
    var items: map[tSlotOfGroup, tItem];

    start state Watching {
        on eExecutedItem do (e: (replica: machine, place: tSlotOfGroup, item: tItem)) {
            assert !(e.place in items) || items[e.place] == e.item,
                format("{0} executes another item in slot {1}", e.replica, e.place.slot);
            items[e.place] = e.item;
        }
    }
}

// Each replica executes the updates of a gateway in their order, each at most once.
spec OncePerReplica observes eExecutedUpdate {
    var numbers: map[tExecution, int];

    start state Watching {
        on eExecutedUpdate do (u: tExecution) {
            var number: int;

            number = u.number;
            u.number = 0;
            assert !(u in numbers) || numbers[u] < number, format("{0} executes update {1} again", u.replica, number);
            numbers[u] = number;
        }
    }
}

// A replica that has promised a ballot accepts nothing of a lower one.
spec Promises observes ePromise, eAccepted {
    var promised: map[machine, int];

    start state Watching {
        on ePromise do (p: tPromise) { promised[p.replica] = p.ballot; }
        on eAccepted do (a: tAccepted) {
            assert !(a.replica in promised) || promised[a.replica] <= a.ballot,
                format("{0} accepts ballot {1} after its promise of {2}", a.replica, a.ballot, promised[a.replica]);
        }
    }
}
