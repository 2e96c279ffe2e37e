// A place inside of places: tuples, seqs and maps in any order.

machine Main {
    var t: (a: seq[(b: map[string, int])], c: int);

    start state Init {
        entry {
            var m: map[int, map[int, (int, seq[int])]];
            t.a += (0, default((b: map[string, int])));
            t.a[0].b["x"] = 1;
            t.a[0].b += ("y", 2);
            t.a[0].b["x"] = t.a[0].b["y"] + 10;
            t.c = sizeof(t.a);
            print format("{0}", t);  // prints: <a:(<b:(<x->12>, <y->2>), >), c:1, >
            m[1] = default(map[int, (int, seq[int])]);
            m[1][2] = (3, default(seq[int]));
            m[1][2].1 += (0, 4);
            m[1][2].0 = 5;
            m[1][2].1[0] = m[1][2].1[0] + 1;
            m[1] -= 9;
            t.a[0].b -= "x";
            print format("{0}", m);  // prints: (<1->(<2-><5,(5),>>)>)
            print format("{0}", t.a);  // prints: (<b:(<y->2>), >)
        }
    }
}
