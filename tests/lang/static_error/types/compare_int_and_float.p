// Not even numbers of two kinds.

fun Same(n: int, x: float): bool {
    return n != x; // error: E0402
}
