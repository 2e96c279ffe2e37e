// Bools have no sum.

fun Sum(a: bool, b: bool): bool {
    return a + b; // error: E0403
}
