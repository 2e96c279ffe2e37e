// P has `||` only.

fun Either(a: bool, b: bool): bool {
    return a | b; // error: E0104
}
