// Adding without a place is for sets.

fun Collect(s: seq[int]) {
    s += (1); // error: E0416
}
