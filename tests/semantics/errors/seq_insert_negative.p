// Inserting at a negative place.

machine Main {
    start state Init {
        entry {
            var s: seq[int];
            s += (-1, 1);  // bug: index
        }
    }
}
