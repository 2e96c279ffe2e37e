// An element of an enum in an `any` is its number, too: equal to it, and cast to it. A number
// becomes an element if the enum has one of that number.

enum Color { RED, GREEN }
enum Fruit { APPLE, PEAR, PLUM }

machine Main {
    start state Init {
        entry {
            var a, b: any;
            var all: set[any];
            var colors: seq[Color];
            a = GREEN;
            b = 1;
            assert a as Color == GREEN && a == GREEN;
            assert a == b && b == a && a as int == 1 && b as Color == GREEN;
            assert a as Fruit == PEAR && a != 0 && a != 1.0 && a != true;
            all += (a);
            all += (b);
            all += (PEAR);
            assert sizeof(all) == 1 && 1 in all;
            colors += (0, GREEN);
            colors += (1, RED);
            a = colors;
            assert (a as seq[int])[0] == 1 && (a as seq[Fruit])[1] == APPLE;
            a = (RED, 7);
            assert a == (0, 7) && (a as (int, int)).0 == 0;
            print format("{0} {1}", all, colors);  // prints: (<GREEN>) (GREEN, RED)
            a = PLUM;
            b = a as Color;  // bug: bad-cast the value PLUM of type Fruit is no Color
        }
    }
}
