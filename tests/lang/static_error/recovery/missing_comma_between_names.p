// The names of one declaration, and all of their uses: one mistake.

fun Count(): int {
    var a, b c: int; // error: E0101
    a = 1;
    b = 2;
    c = a + b;
    return c;
}
