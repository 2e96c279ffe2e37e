// Only collections take elements.

fun Collect(n: int) {
    n += (0, 1); // error: E0416
}
