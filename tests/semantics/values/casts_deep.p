// A cast goes through the whole value, in both directions.

machine Main {
    start state Init {
        entry {
            var a: any;
            var s: seq[any];
            var m: map[any, seq[any]];
            var exact: map[int, seq[bool]];
            s += (0, true);
            m[1] = s;
            exact = m as map[int, seq[bool]];
            assert exact[1][0];
            a = exact;
            assert a == m;
            m = a as map[any, seq[any]];
            m["x"] = s;
            print format("{0} {1}", sizeof(exact), sizeof(m));  // prints: 1 2
        }
    }
}
