// What may be compared: either side accepts the other.

enum Colour { RED, GREEN }
event eTick: machine;

fun Compare(a: any, d: data, m: machine, e: event, c: Colour, s: seq[any], t: seq[int]): bool {
    var b: bool;
    b = a == 1 && 1 == a && a != null;
    b = d == 2 && d != "two";
    b = m == null && null != m;
    b = e == eTick && e != halt && e == null;
    b = c == RED && a == c;
    b = s == t && t == s;
    b = (1, true) == (2, false);
    b = (x = 1, y = 2) != (x = 2, y = 1);
    b = "a" < "b" && "a" >= "b" && 1.5 <= 2.5 && 1 > 2;
    return b;
}
