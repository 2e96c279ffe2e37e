// Sets and maps are equal whatever the order of insertion.

machine Main {
    start state Init {
        entry {
            var a, b: set[int];
            var m, n: map[string, int];
            a += (1);
            a += (2);
            b += (2);
            assert a != b;
            b += (1);
            assert a == b;
            m["x"] = 1;
            m["y"] = 2;
            n["y"] = 2;
            n["x"] = 3;
            assert m != n;
            n["x"] = 1;
            assert m == n;
            n -= "x";
            assert m != n && sizeof(n) == 1;
            print "unordered";  // prints: unordered
        }
    }
}
