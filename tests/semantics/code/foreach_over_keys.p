// Foreach over keys(m) in the order of insertion.

machine Main {
    start state Init {
        entry {
            var m: map[string, int];
            var k: string;
            var all: string;
            m["z"] = 1;
            m["a"] = 2;
            m["k"] = 3;
            foreach (k in keys(m)) {
                all = all + k;
                m -= k;
            }
            print format("{0} {1}", all, sizeof(m));  // prints: zak 0
        }
    }
}
