// A machine's function sees its fields at every depth.

machine Main {
    var seen: seq[int];

    fun Walk(n: int) {
        if (n == 0) return;
        seen += (sizeof(seen), n);
        Walk(n - 1);
        seen += (sizeof(seen), -n);
    }

    start state Init {
        entry {
            Walk(3);
            print format("{0}", seen);  // prints: (3, 2, 1, -1, -2, -3)
        }
    }
}
