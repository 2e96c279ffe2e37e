// One element of keys(m) or values(m), their size, and whether a key is among them.

machine Main {
    var m: map[int, string];

    fun Grow() : int {
        m[100] = "late";
        m -= (7);
        return 0;
    }

    start state Init {
        entry {
            var i: int;
            var any_keys: map[any, int];
            m[7] = "seven";
            m[3] = "three";
            m[9] = "nine";
            m -= (3);
            m[3] = "again";
            print format("{0} {1}", keys(m)[0], values(m)[0]);  // prints: 7 seven
            print format("{0} {1}", keys(m)[1], values(m)[1]);  // prints: 9 nine
            print format("{0} {1}", keys(m)[2], values(m)[2]);  // prints: 3 again
            assert sizeof(keys(m)) == 3;
            assert sizeof(values(m)) == 3;
            assert 9 in keys(m) && !(4 in keys(m));
            assert "nine" in values(m) && !("three" in values(m));
            assert !(null in keys(any_keys));
            assert choose(keys(m)) in m && choose(values(m)) in values(m);
            assert keys(m)[Grow()] == 7;  // the keys are those before the call
            assert keys(m)[0] == 9 && values(m)[2] == "late";
            while (i < 1000) {  // 100 is a key already
                m[i * 2] = "many";
                i = i + 1;
            }
            assert sizeof(keys(m)) == 1002;
            assert keys(m)[1001] == 1998 && values(m)[1001] == "many" && 1998 in keys(m);
        }
    }
}
