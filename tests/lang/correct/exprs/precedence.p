// Each operator binds as the language says: the types would not fit otherwise.

fun Precedence(a: int, b: int, x: any, s: seq[int], t: seq[bool]): bool {
    var p: bool;
    var n: int;
    n = 1 + 2 * 3 - 4 / 2 % 2;
    n = -a * -b;
    p = a + b < a * b;
    p = a < b == b > a;
    p = a == b && b == a || a != b;
    p = !p && p;
    p = !(a in s);
    p = a + 1 in s;
    p = a < b in t;
    p = a in s == p;
    p = p ==> p || p && p;
    p = p <==> p ==> p;
    p = a <= b && a >= b ==> a == b;
    return p;
}
