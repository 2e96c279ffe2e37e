// The place in a sequence is an int.

fun Collect(s: seq[int]) {
    s += ("0", 1); // error: E0401
}
