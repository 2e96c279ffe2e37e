// Choosing from an empty collection.

machine Main {
    start state Init {
        entry {
            var s: seq[int];
            print format("{0}", choose(s));  // bug: choose
        }
    }
}
