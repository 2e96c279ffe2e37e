// A set has no places: `+= ((a, b))` adds a pair.

fun Collect(s: set[(int, int)]) {
    s += (0, 1); // error: E0416
}
