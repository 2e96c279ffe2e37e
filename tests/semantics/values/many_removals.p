// Order and membership hold after many insertions and removals.

machine Main {
    start state Init {
        entry {
            var s: set[int];
            var m: map[int, int];
            var i, sum: int;
            while (i < 1000) {
                s += (i * 7919 % 1009);
                m[i] = i;
                if (i % 3 == 0) {
                    s -= i * 7919 % 1009;
                    m -= i;
                }
                i = i + 1;
            }
            assert sizeof(s) == 666 && sizeof(m) == 666;
            assert s[0] == 7919 % 1009 && keys(m)[0] == 1 && keys(m)[665] == 998;
            foreach (i in s) {
                assert i in s;
                sum = sum + i;
            }
            i = 0;
            while (i < 1000) {
                assert (i in m) == (i % 3 != 0);
                i = i + 1;
            }
            print format("{0}", sizeof(m));  // prints: 666
        }
    }
}
