// They are never equal.

fun Same(n: int, b: bool): bool {
    return n == b; // error: E0402
}
