// The literals at the border, and what lies beyond by computing.

fun Border(): int {
    var n: int;
    n = 0;
    n = 007;
    n = 2147483647;
    n = -2147483647 - 1;
    n = 2147483647 * 2147483647;
    return n;
}
