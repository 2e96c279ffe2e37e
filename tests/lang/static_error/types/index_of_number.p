// A number has no elements.

fun First(n: int): int {
    return n[0]; // error: E0416
}
