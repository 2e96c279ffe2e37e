// Operators of one level group from the left.

fun Left(a: int, p: bool): bool {
    a = 10 - 3 - 2;
    a = 100 / 10 / 5;
    p = 1 < 2 == true != false;
    p = p ==> p ==> p;
    p = p <==> p <==> p;
    return p;
}
