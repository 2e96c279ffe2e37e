// Inserting a key that is there.

machine Main {
    start state Init {
        entry {
            var m: map[int, int];
            m += (10, 1);
            m[10] = 2;
            m += (20, 3);
            print format("{0}", m);  // prints: (<10->2>, <20->3>)
            m += (10, 2);  // bug: duplicate-key
        }
    }
}
