// How bools are printed.

machine Main {
    start state Init {
        entry {
            print format("{0} {1}", 1 < 2, 2 < 1);  // prints: true false
        }
    }
}
