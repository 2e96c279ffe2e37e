// Removing what is not in a set or map, adding what is in a set: no bug.

machine Main {
    start state Init {
        entry {
            var s: set[int];
            var m: map[int, int];
            s -= 1;
            m -= 1;
            s += (1);
            s += (1);
            s -= 2;
            m[1] = 1;
            m -= 2;
            print format("{0} {1}", s, m);  // prints: (<1>) (<1->1>)
        }
    }
}
