// An index is compared in full: 2 to the 32nd is not 0.

machine Main {
    start state Init {
        entry {
            var s: seq[int];
            s += (0, 1);
            s[65536 * 65536] = 2;  // bug: index
        }
    }
}
