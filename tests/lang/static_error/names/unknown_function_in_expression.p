// The same inside an expression.

fun Sum(): int {
    return 1 + Two(); // error: E0205
}
