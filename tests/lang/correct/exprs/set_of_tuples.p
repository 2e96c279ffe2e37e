// A pair is added to a set in two pairs of parentheses.

fun Pairs() {
    var s: set[(int, int)];
    var r: set[(x: int, y: int)];
    var t: set[seq[int]];
    s += ((1, 2));
    r += ((x = 1, y = 2));
    r += ((x = 3, y = 4));
    t += (default(seq[int]));
    s -= (1, 2);
    r -= (x = 1, y = 2);
}
