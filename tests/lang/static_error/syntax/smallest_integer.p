// The sign is no part of the literal.

fun Least(): int {
    return -2147483648; // error: E0105
}
