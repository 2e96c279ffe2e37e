// `as` gives back what went into an `any`.

event eA;

machine Main {
    start state Init {
        entry {
            var a: any;
            var s: seq[any];
            var d: data;
            a = 5;
            assert a as int + 1 == 6;
            a = "x";
            assert a as string + "y" == "xy";
            a = (1, true);
            assert (a as (int, bool)).1;
            a = eA;
            assert a as event == eA;
            a = this;
            assert a as machine == this;
            a = null;
            assert a as machine == null && a as event == null;
            s += (0, 1);
            s += (1, 2);
            assert (s as seq[int])[1] == 2;
            d = 7;
            a = d;
            assert a as data == 7 && d as int == 7;
            print "cast";  // prints: cast
        }
    }
}
