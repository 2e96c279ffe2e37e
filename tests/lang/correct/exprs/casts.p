// A cast is a suffix, looser than `+` and tighter than `<`.

type tRecord = (name: string, tags: seq[int]);

fun Casts(x: any, a: int): int {
    var n: int;
    var b: bool;
    var r: tRecord;
    var y: any;
    n = x as int;
    n = x as int + 1;
    b = x as int < 3;
    b = 3 == x as int;
    b = x as bool && x as bool;
    y = a + a as any;
    n = (x as tRecord).tags[0];
    r = x as tRecord;
    n = (x as map[int, int])[3];
    y = x as int as any;
    y = (1, true) as (any, any);
    y = null as any;
    y = a as data;
    n = (x as seq[any])[0] as int;
    return n;
}
