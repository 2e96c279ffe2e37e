// Elements of an enum are printed by name, also inside of values.

enum Color { RED, GREEN, BLUE }

machine Main {
    start state Init {
        entry {
            var cs: seq[Color];
            var a: any;
            cs += (0, BLUE);
            cs += (0, RED);
            a = GREEN;
            print format("{0} {1} {2}", GREEN, cs, a);  // prints: GREEN (RED, BLUE) GREEN
        }
    }
}
