// `s -= (i, v)` removes place i and asserts that it held v.

main machine Main {
    var s: seq[int];

    start state Init {
        entry {
            s += (0, 1);
            s += (1, 2);
            s -= (0, 1);
            print format("{0}", s);  // prints: (2)
            s -= (0, 1);  // bug: assertion
        }
    }
}
