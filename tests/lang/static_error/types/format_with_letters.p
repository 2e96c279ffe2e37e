// Only digits between braces.

fun Show(n: int) {
    print format("{n}", n); // error: E0412
}
