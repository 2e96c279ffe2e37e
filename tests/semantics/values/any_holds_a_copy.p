// A value in an `any` does not change with the variable it came from.

machine Main {
    start state Init {
        entry {
            var s: seq[int];
            var a, b: any;
            s += (0, 1);
            a = s;
            b = a;
            s[0] = 2;
            a = s;
            print format("{0} {1} {2}", s, a, b);  // prints: (2) (2) (1)
        }
    }
}
