// A parameter is the function's own copy.

fun Grow(s: seq[int]): seq[int] {
    s += (sizeof(s), 9);
    s[0] = 8;
    return s;
}

machine Main {
    start state Init {
        entry {
            var s, t: seq[int];
            s += (0, 1);
            t = Grow(s);
            print format("{0} {1}", s, t);  // prints: (1) (8, 9)
        }
    }
}
