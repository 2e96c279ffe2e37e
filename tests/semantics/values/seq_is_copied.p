// Assigning a seq copies it: a change of one is not seen in the other.

machine Main {
    start state Init {
        entry {
            var a, b: seq[int];
            a += (0, 1);
            b = a;
            b += (1, 2);
            a[0] = 10;
            print format("{0} {1}", a, b);  // prints: (10) (1, 2)
        }
    }
}
