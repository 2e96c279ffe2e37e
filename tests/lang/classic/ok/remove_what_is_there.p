// Removing an index, a key, and an index together with what it must hold.

main machine Main {
    var s: seq[int];
    var m: map[int, seq[bool]];

    start state Init {
        entry {
            s += (0, 5);
            s += (1, 6);
            s -= 0;
            s -= (0, 6);
            m[1] = default(seq[bool]);
            m[1] += (0, true);
            m[1] -= (0, true);
            m -= 1;
        }
    }
}
