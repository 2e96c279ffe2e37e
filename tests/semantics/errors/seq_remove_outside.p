// Removing a place that a seq does not have.

machine Main {
    start state Init {
        entry {
            var s: seq[int];
            s += (0, 1);
            s -= 0;
            s -= 0;  // bug: index
        }
    }
}
