// Reading a seq at its size.

machine Main {
    start state Init {
        entry {
            var s: seq[int];
            s += (0, 1);
            print format("{0}", s[0]);  // prints: 1
            print format("{0}", s[1]);  // bug: index
        }
    }
}
