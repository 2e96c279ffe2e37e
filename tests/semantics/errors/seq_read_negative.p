// Reading a seq at a negative place.

machine Main {
    start state Init {
        entry {
            var s: seq[int];
            s += (0, 1);
            print format("{0}", s[-1]);  // bug: index
        }
    }
}
