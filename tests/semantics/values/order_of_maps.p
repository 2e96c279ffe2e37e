// A map keeps the order of insertion; a key put again keeps its place.

machine Main {
    start state Init {
        entry {
            var m: map[int, int];
            m[30] = 1;
            m[10] = 2;
            m[20] = 3;
            m[30] = 4;
            print format("{0} {1}", keys(m), values(m));  // prints: (30, 10, 20) (4, 2, 3)
            m -= 30;
            m += (40, 5);
            m[30] = 6;
            print format("{0} {1}", keys(m), values(m));  // prints: (10, 20, 40, 30) (2, 3, 5, 6)
        }
    }
}
