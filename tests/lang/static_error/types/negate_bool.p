// Minus is for numbers.

fun Other(b: bool): bool {
    return -b; // error: E0403
}
