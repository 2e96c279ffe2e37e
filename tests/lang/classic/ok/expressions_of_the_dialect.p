// Every operator of the 2015 dialect.

main machine Main {
    var n: int;
    var b: bool;
    var s: seq[int];
    var m: map[int, int];
    var x: any;

    start state Init {
        entry {
            n = 1 + 2 * 3 - 4 / 2;
            b = n < 1 || n <= 2 && n > 3 || n >= 4;
            b = n == 1 && n != 2 && !b;
            b = n in s && !(n in m);
            b = $ || $$;
            s = keys(m);
            s = values(m);
            n = sizeof(s) + sizeof(m);
            x = (n, b, s);
            n = (x as (int, bool, seq[int])).0 + 1;
            x = (n, (only=b));
            x = default((int, map[int, bool]));
            x = this;
            x = halt;
            x = null;
        }
    }
}
