// Every type has a default: zero, nothing, or defaults all the way down.

enum Level { HIGH = 7, LOW = 3, MIDDLE = 5 }

machine Main {
    var b: bool;
    var i: int;
    var f: float;
    var s: string;
    var e: event;
    var m: machine;
    var a: any;
    var d: data;
    var level: Level;
    var xs: seq[int];
    var ys: set[int];
    var zs: map[int, int];
    var t: (int, (n: string, l: Level));

    start state Init {
        entry {
            var local: seq[int];
            assert b == false && i == 0 && f == 0.0 && s == "";
            assert e == null && m == null && a == null && d == null;
            assert level == LOW;
            assert sizeof(xs) == 0 && sizeof(ys) == 0 && sizeof(zs) == 0;
            assert t == (0, (n = "", l = LOW));
            assert local == xs && default(set[int]) == ys;
            assert default((int, (n: string, l: Level))) == t;
            print "all defaults";  // prints: all defaults
        }
    }
}
