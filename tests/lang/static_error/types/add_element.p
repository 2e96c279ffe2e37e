// The element has the set's type.

fun Collect(s: set[int]) {
    s += ("one"); // error: E0401
}
