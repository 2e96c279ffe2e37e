// Inserting a key that is there.

machine Main {
    start state Init {
        entry {
            var m: map[string, int];
            m += ("a", 1);
            m["a"] = 2;
            m += ("b", 3);
            print format("{0}", m);  // prints: (<a->2>, <b->3>)
            m += ("a", 2);  // bug: duplicate-key
        }
    }
}
