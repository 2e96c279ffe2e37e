// A field read on the left is read before the call on the right changes it.

machine Main {
    var n: int;

    fun Set(to_value: int): int {
        n = to_value;
        return 0;
    }

    start state Init {
        entry {
            n = 1;
            print format("{0}", n + Set(5));  // prints: 1
            print format("{0}", Set(7) + n);  // prints: 7
            print format("{0} {1} {2}", n, Set(8), n);  // prints: 7 0 8
            assert n != Set(9) + n;
        }
    }
}
