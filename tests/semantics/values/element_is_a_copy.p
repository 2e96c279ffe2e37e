// What was inserted into a collection is a copy of its own.

machine Main {
    start state Init {
        entry {
            var inner: seq[int];
            var outer: seq[seq[int]];
            inner += (0, 1);
            outer += (0, inner);
            outer += (1, inner);
            inner[0] = 2;
            outer[1][0] = 3;
            print format("{0} {1}", inner, outer);  // prints: (2) ((1), (3))
            inner = outer[0];
            inner += (0, 4);
            print format("{0} {1}", inner, outer);  // prints: (4, 1) ((1), (3))
        }
    }
}
