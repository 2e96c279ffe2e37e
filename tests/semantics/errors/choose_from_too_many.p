// Choosing from more than 10000.

machine Main {
    start state Init {
        entry {
            var n: int;
            n = 10000;
            print format("{0}", choose(n));  // prints: 0
            n = n + 1;
            print format("{0}", choose(n));  // bug: choose
        }
    }
}
