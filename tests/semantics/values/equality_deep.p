// Equality is by content, to any depth.

machine Main {
    start state Init {
        entry {
            var a, b: seq[map[int, set[(x: int, y: string)]]];
            a += (0, default(map[int, set[(x: int, y: string)]]));
            assert a != b;
            b += (0, default(map[int, set[(x: int, y: string)]]));
            assert a == b;
            a[0][1] = default(set[(x: int, y: string)]);
            a[0][1] += ((x = 1, y = "a"));
            assert a != b;
            b[0][1] = default(set[(x: int, y: string)]);
            assert a != b;
            b[0][1] += ((x = 1, y = "a"));
            assert a == b;
            b[0][1] += ((x = 1, y = "b"));
            assert a != b;
            print "deep";  // prints: deep
        }
    }
}
