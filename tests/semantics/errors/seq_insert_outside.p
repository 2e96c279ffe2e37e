// Inserting beyond the end of a seq.

machine Main {
    start state Init {
        entry {
            var s: seq[int];
            s += (0, 1);
            s += (1, 2);
            s += (3, 3);  // bug: index
        }
    }
}
