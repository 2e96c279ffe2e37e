// One more than the largest literal.

fun Limit(): int {
    return 2147483648; // error: E0105
}
