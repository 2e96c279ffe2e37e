// Precedence and association, as the tree shows them.
type tPair = (x: int, y: seq[int]);

fun F(a: int, b: int): int {
    return a + b * 2 - -a % (b - 1) / 3;
}

fun G(s: seq[int], m: map[int, tPair], k: set[string]): bool {
    var p: tPair;
    var t: (int, bool, float);
    var v: any;

    p = (x = 1, y = s);
    t = (F(p.x, m[p.x].y[0]), 1 in s == !(2 in m), 1.25);
    v = t.0 + 1 as any;
    if (t.1 && p.x < sizeof(s) || "one" in k && v == null) {
        return (v as int) + 1 >= t.0 ;
    }
    p.y[0] = choose(10);
    m[3].x = t.2 to int;
    s += (0, p.y[0]);
    k += (format("{0} and {1}", p, "text"));
    s -= 0;
    return $ == $$;
}
