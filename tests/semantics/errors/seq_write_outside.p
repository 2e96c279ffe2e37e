// Writing a seq at its size.

machine Main {
    start state Init {
        entry {
            var s: seq[int];
            s += (0, 1);
            s[0] = 2;
            s[1] = 2;  // bug: index
        }
    }
}
