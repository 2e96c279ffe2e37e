// Every type of the 2015 dialect.

event eNothing: null;
event eAnything: any;

main machine Main {
    var a: bool;
    var b: int;
    var c: event;
    var d: machine;
    var e: any;
    var f: foreign;
    var g: null;
    var h: seq[any];
    var i: map[event, machine];
    var j: (int, (bool, any));
    var k: (x: int, y: (z: bool, w: event));

    start state Init {
        entry {
            c = eNothing;
            d = null;
            e = k;
            g = null;
            i[c] = this;
            h += (0, j);
            h += (1, f);
            send this, eAnything, h;
            send this, eNothing;
            k.y.w = halt;
            a = j.1.0 && !(k.y.z);
            b = -j.0 * 2 + k.x / 3;
        }
        ignore eNothing, eAnything;
    }
}
