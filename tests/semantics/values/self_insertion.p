// A collection put into itself is put there as it was.

machine Main {
    start state Init {
        entry {
            var s: seq[any];
            s += (0, 1);
            s += (0, s);
            s[1] = s;
            print format("{0}", s);  // prints: ((1), ((1), 1))
        }
    }
}
