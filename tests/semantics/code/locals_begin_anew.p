// A local variable has its default each time the function is called.

machine Main {
    fun Count(): int {
        var n: int;
        var s: seq[int];
        n = n + 1;
        s += (0, n);
        return n * 10 + sizeof(s);
    }

    start state Init {
        entry {
            print format("{0} {1}", Count(), Count());  // prints: 11 11
        }
    }
}
