// `-=` does not subtract.

fun Drop(n: int) {
    n -= 1; // error: E0416
}
