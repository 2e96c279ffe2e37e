// The element has the sequence's type.

fun Collect(s: seq[int]) {
    s += (0, true); // error: E0401
}
