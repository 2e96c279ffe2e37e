// P has `&&` only.

fun Both(a: bool, b: bool): bool {
    return a & b; // error: E0104
}
