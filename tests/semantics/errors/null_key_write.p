// P's collections do not take null here: writing to a map.

machine Main {
    var m: map[machine, int];
    var by_id: map[int, machine];
    var s: set[machine];
    var q: seq[machine];
    var e: map[event, int];
    var n: machine;
    var a: map[any, int];
    var any_null: any;

    start state Init {
        entry {
            assert !(n in s) && !(n in q) && !(this in m);
            q += (0, n);
            s -= n;
            by_id[1] = this;
            assert sizeof(values(by_id)) == 1;
            by_id[2] = n;
            assert n in q && by_id[2] == null && sizeof(keys(by_id)) == 2;
            m[this] = 1;
            m[n] = 1;  // bug: missing-key null is no key
        }
    }
}
