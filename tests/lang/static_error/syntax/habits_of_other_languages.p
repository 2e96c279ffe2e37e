// What people who know other languages write: one report for each.

event eAdd: int;

machine Main {
    var n: int;
    var f: float;
    var text: string;
    var log: seq[int];
    var ages: map[string, int];
    var seen: set[int];

    start state Init {
        entry {
            var i: int;
            n += 2; // error: E0416 this is `int`
            n += (2); // error: E0416 this is `int`
            n -= 2; // error: E0416 this is `int`
            f += 0.5; // error: E0416 this is `float`
            text += "more"; // error: E0416 this is `string`
            log += n; // error: E0416 this is `seq[int]`
            log += (n); // error: E0416 this is `seq[int]`
            ages += ("x"); // error: E0416 this is `map[string, int]`
            seen += n; // error: E0101 what is added to a set is written in parentheses
            n++; // error: E0101 no such operator
            n--; // error: E0101 no such operator
            n *= 2; // error: E0101 no such operator
            for (i = 0; i < 3; i = i + 1) { // error: E0101 P has no `for`
                if (i == n) { break; }
                n = n + i;
            }
            for (int j = 0; j < 3; j++) n = n + 1; // error: E0101 P has no `for`
            for (i in log) { n = i; } // error: E0101 P has no `for`
            if (n = 3) { n = 4; } // error: E0101 `=` assigns
            while (n = 3) { n = 4; } // error: E0101 `=` assigns
            print "{0}", n; // error: E0101 arguments belong to `format`
            print "{0} {1}", n, i; // error: E0101 arguments belong to `format`
            print("{0}", n); // error: E0101 arguments belong to `format`
            assert n == 4, "is {0}", n; // error: E0101 arguments belong to `format`
            if (!n in log) { n = 1; } // error: E0403 `!` binds tighter than `in`
            if (!"x" in ages) { n = 1; } // error: E0403 `!` binds tighter than `in`
            n = 5;
        }
        on eAdd do (x: int) { log += x; } // error: E0416
    }
}
