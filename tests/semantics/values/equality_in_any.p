// In an `any`, values of different types are not equal; an int is no float.

enum Color { RED, GREEN }

machine Main {
    start state Init {
        entry {
            var a, b: any;
            var s: seq[any];
            var t: seq[int];
            a = 1;
            b = 1.0;
            assert a != b;
            b = 1;
            assert a == b && a == 1 && 1 == b;
            b = true;
            assert a != b;
            b = "1";
            assert a != b;
            b = null;
            assert a != b && b == null && a != null;
            a = null;
            assert a == b;
            a = (1, 2);
            b = (x = 1, y = 2);
            assert a != b && a == (1, 2);
            s += (0, 1);
            t += (0, 1);
            assert s == t;
            a = s;
            b = t;
            assert a == b;
            print "any";  // prints: any
        }
    }
}
