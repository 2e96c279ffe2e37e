// Every type of the language.

type tHandle;
type tNumber = int;
type tTable = map[tNumber, seq[tHandle]];

enum Colour { RED, GREEN }

event eTick;
eventset Ticks = { eTick };
interface Clock() receives eTick;

machine Main {
    var a: bool;
    var b: int;
    var c: float;
    var d: string;
    var e: event;
    var f: machine;
    var g: data;
    var h: any;
    var i: seq[int];
    var j: set[string];
    var k: map[int, bool];
    var l: (int);
    var m: (int, bool, (float, string));
    var n: (x: int, y: (z: bool));
    var o: tHandle;
    var p: tTable;
    var q: Colour;
    var r: Main;
    var s: Clock;
    var t: Ticks;
    var u: seq[set[map[int, (any, data)]]];

    start state Init { ignore eTick; }
}
