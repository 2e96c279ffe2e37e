// `==>` and `<==>` are bools like others, in code as well.

fun Implication(a: bool, b: bool): bool {
    assert a ==> b;
    assert (a <==> b) == (b <==> a);
    if (a && b ==> a || b) { return true; }
    return a ==> b ==> a;
}
