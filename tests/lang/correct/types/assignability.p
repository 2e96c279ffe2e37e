// Everything that fits without a cast.

type tHandle;
type tNumber = int;

enum Colour { RED, GREEN }

event eTick;
event eTock;

machine Clock
    receives eTick;
{
    start state Init { ignore eTick; }
}

interface Ticking() receives eTick;

fun Assign(a: any, h: tHandle, c: Clock, e: event) {
    var x: any;
    var d: data;
    var m: machine;
    var n: int;
    var k: tNumber;
    var s: seq[any];
    var t: Ticking;
    var u: (any, machine);
    var v: (left: any, right: data);
    var w: map[any, data];
    var ev: event;

    x = 1; x = true; x = "text"; x = 1.5; x = RED; x = null; x = h; x = c; x = e;
    x = (1, c); x = (l = 1, r = h); x = default(seq[machine]); x = a;

    d = 1; d = true; d = "text"; d = 1.5; d = RED; d = null; d = e;
    d = (1, "two"); d = (l = 1, r = true); d = default(seq[int]); d = default(map[int, event]);

    m = null; m = c; m = t;
    ev = null; ev = eTick; ev = halt;
    n = k; k = n;
    s = default(seq[int]); s = default(seq[machine]);
    t = c; c = t;
    u = (1, null); u = (c, c);
    v = (left = c, right = 1);
    w = default(map[int, bool]);
}
