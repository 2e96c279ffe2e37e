// Division and remainder go toward zero.

machine Main {
    start state Init {
        entry {
            print format("{0} {1}", 7 / 2, 7 % 2);  // prints: 3 1
            print format("{0} {1}", -7 / 2, -7 % 2);  // prints: -3 -1
            print format("{0} {1}", 7 / -2, 7 % -2);  // prints: -3 1
            print format("{0} {1}", -7 / -2, -7 % -2);  // prints: 3 -1
            print format("{0}", 1000000 * 1000000 % 1000003);  // prints: 9
        }
    }
}
