// A plain variable of the machine is read when the operation is done, after the calls in the
// other operands; what is computed from it is computed where it stands. So P has it.

event eOne: int;
event eTwo: int;

machine Main {
    var n: int;
    var s: seq[int];
    var m: map[int, seq[int]];
    var e: event;

    fun Set(to_value: int): int {
        n = to_value;
        return 0;
    }

    fun Other(): int {
        e = eTwo;
        return 3;
    }

    fun Grown(): int {
        s += (0, 9);
        n = 1;
        return 0;
    }

    start state Init {
        entry {
            var local: int;
            n = 1;
            print format("{0}", n + Set(5));  // prints: 5
            print format("{0}", (n + 0) + Set(6));  // prints: 5
            print format("{0}", Set(7) + n);  // prints: 7
            print format("{0} {1} {2}", n, Set(8), n);  // prints: 7 0 8
            print format("{0}", (n, Set(9), n));  // prints: <8,0,9,>
            assert n == Set(10) + n && n == 10;
            assert n < Set(11) + 12;
            local = n;
            assert local + Set(12) == 11;

            s += (0, 1);
            s += (1, 2);
            assert s[Grown()] == 9 && sizeof(s) == 3;
            n = 0;
            s[n] = Grown() + 5;
            print format("{0}", s);  // prints: (9, 5, 1, 2)
            n = 0;
            s += (n, Set(2) + 7);
            print format("{0}", s);  // prints: (9, 5, 7, 1, 2)
            n = 0;
            m[4] = s;
            m[3] = default(seq[int]);
            n = 3;
            m[n] += (0, Set(4) + 8);
            print format("{0} {1}", sizeof(m[3]), m[4][0]);  // prints: 0 8
            n = 0;
            assert n in keys(m) == (n + Set(0) > 0);
            n = 3;
            assert !(n in Pair());

            e = eOne;
            raise e, Other();
        }
        on eOne do (x: int) { print "one"; }
        on eTwo do (x: int) { print format("two {0}", x); }  // prints: two 3
    }

    fun Pair(): seq[int] {
        var pair: seq[int];
        pair += (0, n);
        n = 77;
        return pair;
    }
}
