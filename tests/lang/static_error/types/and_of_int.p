// And is for bools.

fun Both(n: int, b: bool): bool {
    return b && n; // error: E0403
}
