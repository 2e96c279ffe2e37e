// The parentheses of a condition may be missing.

main machine Main {
    var n: int;
    var seen: map[int, bool];

    start state Init {
        entry {
            if !(n in seen)
                seen[n] = true;
            while n < 3
                n = n + 1;
            if n == 3 {
                n = 0;
            } else if (n) == 4 || !(n < 2) {
                n = 1;
            } else
                n = 2;
            while !(n == 0) { n = n - 1; }
        }
    }
}
