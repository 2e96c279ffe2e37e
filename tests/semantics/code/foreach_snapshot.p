// Foreach goes over the collection as it was when the loop began.

machine Main {
    start state Init {
        entry {
            var s: seq[int];
            var t: set[int];
            var x: int;
            s += (0, 1);
            s += (1, 2);
            foreach (x in s) {
                s += (0, x * 10);
                s[sizeof(s) - 1] = 99;
            }
            print format("{0} {1}", x, s);  // prints: 2 (20, 10, 1, 99)
            t += (1);
            t += (2);
            t += (3);
            foreach (x in t) {
                t -= 4 - x;
                t += (x + 10);
            }
            print format("{0}", t);  // prints: (<11>, <12>, <13>)
        }
    }
}
