// No mixed arithmetic.

fun Sum(n: int, x: float): float {
    return n + x; // error: E0403
}
