// The next declaration is not lost.

fun Count(): int {
    var a: int // error: E0101
    var b: int;
    a = 1;
    b = a;
    return b;
}
