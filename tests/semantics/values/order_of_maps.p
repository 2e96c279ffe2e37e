// A map keeps the order of insertion; a key put again keeps its place.

machine Main {
    start state Init {
        entry {
            var m: map[string, int];
            m["c"] = 1;
            m["a"] = 2;
            m["b"] = 3;
            m["c"] = 4;
            print format("{0} {1}", keys(m), values(m));  // prints: (c, a, b) (4, 2, 3)
            m -= "c";
            m += ("d", 5);
            m["c"] = 6;
            print format("{0} {1}", keys(m), values(m));  // prints: (a, b, d, c) (2, 3, 5, 6)
        }
    }
}
