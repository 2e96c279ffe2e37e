// Break and continue in a foreach; over nothing it does nothing.

machine Main {
    start state Init {
        entry {
            var s: seq[int];
            var x, sum: int;
            x = 77;
            foreach (x in s) { sum = 1000; }
            print format("{0} {1}", x, sum);  // prints: 77 0
            while (sizeof(s) < 10) s += (sizeof(s), sizeof(s));
            foreach (x in s) {
                if (x % 2 == 1) continue;
                if (x == 8) break;
                sum = sum + x;
            }
            print format("{0} {1}", x, sum);  // prints: 8 12
        }
    }
}
