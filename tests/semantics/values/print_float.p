// How floats are printed: the shortest text that reads as the same number.

machine Main {
    start state Init {
        entry {
            print format("{0} {1} {2}", 1.5, 0.1, -0.25);  // prints: 1.5 0.1 -0.25
            print format("{0}", 0.1 + 0.2);  // prints: 0.30000000000000004
        }
    }
}
