// Inserting into a missing key of a map of seqs is a bug, too.

machine Main {
    start state Init {
        entry {
            var m: map[int, seq[int]];
            m[0] += (0, 1);  // bug: missing-key
        }
    }
}
