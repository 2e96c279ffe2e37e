// Division of ints by zero.

machine Main {
    start state Init {
        entry {
            var zero: int;
            print format("{0}", 0 / 5);  // prints: 0
            print format("{0}", 5 / zero);  // bug: divide-by-zero
        }
    }
}
