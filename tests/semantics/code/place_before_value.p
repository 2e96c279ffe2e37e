// In an assignment the indices of the place come first, then the value.

machine Main {
    var n: int;
    var s: seq[int];

    fun Next(): int {
        n = n + 1;
        return n;
    }

    start state Init {
        entry {
            s += (0, 0);
            s += (0, 0);
            s += (0, 0);
            s[Next()] = Next() * 10;
            print format("{0}", s);  // prints: (0, 20, 0)
        }
    }
}
