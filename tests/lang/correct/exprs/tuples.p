// Tuples with and without names; one component needs the comma.

fun Tuples() {
    var a: (int);
    var b: (int, bool);
    var c: (x: int);
    var d: (x: int, y: (int, int));
    var n: int;
    a = (1,);
    b = (1, true);
    c = (x = 1,);
    d = (x = 1, y = (2, 3));
    n = (1);
    n = a.0;
    n = c.x;
    n = d.y.0;
    b.0 = 2;
    d.y = (4, 5);
    d.y.1 = 6;
    n = (7, 8).1;
    n = (x = 9, y = 0).y;
}
