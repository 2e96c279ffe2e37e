// A seq prints as (a, b).

machine Main {
    start state Init {
        entry {
            var s: seq[int];
            var t: seq[seq[int]];
            print format("{0}", s);  // prints: ()
            s += (0, 1);
            print format("{0}", s);  // prints: (1)
            s += (1, 2);
            t += (0, s);
            t += (1, default(seq[int]));
            print format("{0} {1}", s, t);  // prints: (1, 2) ((1, 2), ())
        }
    }
}
