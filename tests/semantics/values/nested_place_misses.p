// A nested place reads on its way: the outer key must be there.

machine Main {
    start state Init {
        entry {
            var m: map[int, map[int, int]];
            m[1] = default(map[int, int]);
            m[1][1] = 1;
            print format("{0}", m);  // prints: (<1->(<1->1>)>)
            m[2][1] = 1;  // bug: missing-key
        }
    }
}
