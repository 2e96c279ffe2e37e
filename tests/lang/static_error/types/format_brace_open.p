// A place that is not closed.

fun Show(n: int) {
    print format("{0", n); // error: E0412
}
