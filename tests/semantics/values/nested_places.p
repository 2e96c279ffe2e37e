// A place inside of places: tuples, seqs and maps in any order.

machine Main {
    var t: (a: seq[(b: map[int, int])], c: int);

    start state Init {
        entry {
            var m: map[int, map[int, (int, seq[int])]];
            t.a += (0, default((b: map[int, int])));
            t.a[0].b[7] = 1;
            t.a[0].b += (8, 2);
            t.a[0].b[7] = t.a[0].b[8] + 10;
            t.c = sizeof(t.a);
            print format("{0}", t);  // prints: <a:(<b:(<7->12>, <8->2>), >), c:1, >
            m[1] = default(map[int, (int, seq[int])]);
            m[1][2] = (3, default(seq[int]));
            m[1][2].1 += (0, 4);
            m[1][2].0 = 5;
            m[1][2].1[0] = m[1][2].1[0] + 1;
            m[1] -= 9;
            t.a[0].b -= 7;
            print format("{0}", m);  // prints: (<1->(<2-><5,(5),>>)>)
            print format("{0}", t.a);  // prints: (<b:(<8->2>), >)
        }
    }
}
