// check
// verdict: bug
// A place that was removed meanwhile.

event eRemove;
event eLook: int;

machine List {
    var items: seq[int];

    start state Init {
        entry {
            items += (0, 5);
            items += (1, 6);
        }
        on eRemove do { items -= 0; }
        on eLook do (i: int) {
            assert items[i] > 0;  // bug: index
        }
    }
}

machine Remover {
    start state Init {
        entry (m: machine) { send m, eRemove; }
    }
}

machine Main {
    start state Init {
        entry {
            var m: machine;
            m = new List();
            new Remover(m);
            send m, eLook, 1;
        }
    }
}
