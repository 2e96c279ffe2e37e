// A function without a result returns nothing.

fun Work() {
    return 1; // error: E0401
}
