// An enum comes back from an `any` as itself.

enum Color { RED, GREEN }
enum Fruit { APPLE, PEAR }

machine Main {
    start state Init {
        entry {
            var a: any;
            a = GREEN;
            assert a as Color == GREEN;
            assert a == GREEN;
            print "same enum";  // prints: same enum
            assert a as Fruit == PEAR;  // bug: bad-cast
        }
    }
}
