// check
// verdict: verified
// Items through three stages; each stage adds its number and hands on.

event eItem: seq[int];

machine Stage {
    var id: int;
    var next: machine;

    start state Working {
        entry (p: (id: int, next: machine)) {
            id = p.id;
            next = p.next;
        }
        on eItem do (item: seq[int]) {
            item += (sizeof(item), id);
            send next, eItem, item;
        }
    }
}

machine Sink {
    var seen: int;

    start state Waiting {
        on eItem do (item: seq[int]) {
            var wanted: seq[int];
            seen = seen + 1;
            wanted += (0, seen);
            wanted += (1, 1);
            wanted += (2, 2);
            assert item == wanted, format("{0} arrived", item);
        }
    }
}

machine Main {
    start state Init {
        entry {
            var first: machine;
            var item: seq[int];
            first = new Stage((id = 1, next = new Stage((id = 2, next = new Sink()))));
            item += (0, 1);
            send first, eItem, item;
            item[0] = 2;
            send first, eItem, item;
        }
    }
}
