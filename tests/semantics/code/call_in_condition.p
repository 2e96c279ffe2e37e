// Calls with effects in conditions, indices and loop tests happen each time.

machine Main {
    var n: int;

    fun Step(): int {
        n = n + 1;
        return n;
    }

    start state Init {
        entry {
            var s: seq[int];
            while (Step() < 4) s += (0, n);
            if (Step() == 5) s += (0, n);
            else s += (0, -1);
            print format("{0} {1}", s, s[Step() - 6]);  // prints: (5, 3, 2, 1) 5
        }
    }
}
