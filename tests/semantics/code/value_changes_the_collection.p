// The value of an assignment may itself change the collection assigned to.

machine Main {
    var s: seq[int];
    var m: map[int, seq[int]];

    fun Grow(): int {
        s += (sizeof(s), 7);
        return sizeof(s);
    }

    fun Put(): int {
        m[2] = s;
        return 3;
    }

    start state Init {
        entry {
            s += (0, 1);
            s[0] = Grow();
            print format("{0}", s);  // prints: (2, 7)
            s += (0, Grow());
            print format("{0}", s);  // prints: (3, 2, 7, 7)
            m[1] = default(seq[int]);
            m[1] += (0, Put());
            print format("{0}", m);  // prints: (<1->(3)>, <2->(3, 2, 7, 7)>)
        }
    }
}
