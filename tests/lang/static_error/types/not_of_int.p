// Not is for bools.

fun Other(n: int): bool {
    return !n; // error: E0403
}
