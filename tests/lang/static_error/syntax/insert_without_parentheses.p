// What is inserted stands in parentheses.

fun Collect() {
    var s: set[int];
    s += 1; // error: E0101
}
