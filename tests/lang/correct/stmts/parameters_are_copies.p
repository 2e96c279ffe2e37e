// A function may change its parameters: they are its own.

fun Change(n: int, s: seq[int], t: (x: int, y: bool)): int {
    n = n + 1;
    s += (0, n);
    s[0] = n;
    s -= 0;
    t.x = n;
    return n + t.x;
}
