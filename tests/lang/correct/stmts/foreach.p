// Sequences and sets of anything; the collection may be an expression.

type tRecord = (id: int, name: string);

fun Walk(s: seq[tRecord], t: set[(int, bool)], m: map[string, machine]) {
    var r: tRecord;
    var p: (int, bool);
    var k: string;
    var v: machine;
    var any_of: any;
    foreach (r in s) { print r.name; }
    foreach (p in t) { print format("{0}", p.0); }
    foreach (k in keys(m)) { print k; }
    foreach (v in values(m)) { print format("{0}", v); }
    foreach (any_of in default(seq[any])) { s -= 0; }
}
