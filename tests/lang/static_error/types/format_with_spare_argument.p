// The text never shows the second argument.

fun Show(n: int) {
    print format("{0}", n, n); // error: E0406
}
