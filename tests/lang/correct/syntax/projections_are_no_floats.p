// `t.0.1` is two projections, also with spaces, indexes and names between.

type tPair = (int, (int, (x: int, y: (int, int))));

fun Dig(t: tPair, s: seq[tPair]): int {
    var n: int;
    n = t.0;
    n = t.1.0;
    n = t . 1 . 0;
    n = t.1.1.x;
    n = t.1.1.y.0 + t.1.1.y.1;
    n = s[0].1.1.y.0;
    t.1.1.y.1 = n;
    s[0].1.0 = 3;
    return n;
}
