// An `any` prints as what it holds.

machine Main {
    start state Init {
        entry {
            var a: any;
            var s: seq[any];
            print format("{0}", a);  // prints: null
            s += (0, 1);
            s += (1, 2.5);
            s += (2, (1, 2));
            s += (3, null);
            s += (4, this);
            a = s;
            print format("{0}", a);  // prints: (1, 2.5, <1,2,>, null, Main(1))
        }
    }
}
