// An alias is the type it stands for, through any number of names.

type tA = tB;
type tB = seq[tC];
type tC = (id: int, next: tD);
type tD = any;

fun Use(a: tA): seq[(id: int, next: any)] {
    var b: tB;
    b = a;
    b += (0, (id = 1, next = b));
    return b;
}
