// Reading and writing sequences, sets and maps.

fun Containers() {
    var s: seq[int];
    var t: set[int];
    var m: map[string, seq[int]];
    var n: int;
    var b: bool;
    var names: seq[string];
    var lists: seq[seq[int]];

    s += (0, 1);
    s += (sizeof(s), 2);
    s[0] = 3;
    n = s[0];
    s -= 0;
    s -= sizeof(s) - 1;

    t += (1);
    t += (n + 1);
    t -= 1;
    n = t[0];

    m += ("one", s);
    m["two"] = s;
    m["two"] += (0, 5);
    m["two"][0] = 6;
    m["two"] -= 0;
    m -= "one";
    n = m["two"][0];

    names = keys(m);
    lists = values(m);
    n = sizeof(s) + sizeof(t) + sizeof(m);
    b = 1 in s && 1 in t && "two" in m;
}
