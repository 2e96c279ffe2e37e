// A condition that does not end: the statement and the rest are still read.

fun Check(a: int, b: int): int {
    if (a == b { // error: E0101
        a = 1;
    }
    b = true; // error: E0401
    return a;
}
