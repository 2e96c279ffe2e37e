// Insert moves what follows, remove closes the gap, `in` looks everywhere.

machine Main {
    start state Init {
        entry {
            var s: seq[int];
            s += (0, 2);
            s += (0, 1);
            s += (2, 4);
            s += (2, 3);
            print format("{0}", s);  // prints: (1, 2, 3, 4)
            s -= 1;
            print format("{0}", s);  // prints: (1, 3, 4)
            s[2] = 5;
            assert 5 in s && !(4 in s) && sizeof(s) == 3;
            s -= 2;
            s -= 0;
            print format("{0}", s);  // prints: (3)
        }
    }
}
