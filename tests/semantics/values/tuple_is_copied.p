// A tuple is a value: its parts are changed in one variable only.

machine Main {
    var field: (a: int, b: seq[int]);

    start state Init {
        entry {
            var local: (a: int, b: seq[int]);
            local = field;
            local.a = 5;
            local.b += (0, 6);
            print format("{0} {1}", field.a, sizeof(field.b));  // prints: 0 0
            field = local;
            local.b[0] = 7;
            print format("{0} {1} {2}", field.a, field.b, local.b);  // prints: 5 (6) (7)
        }
    }
}
