// Choosing from an empty map.

machine Main {
    start state Init {
        entry {
            var m: map[int, int];
            print format("{0}", choose(m));  // bug: choose
        }
    }
}
