// Nothing to break out of.

fun Work(n: int) {
    if (n == 0) {
        break; // error: E0503
    }
}
