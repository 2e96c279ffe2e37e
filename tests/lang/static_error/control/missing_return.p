// A path without a result.

fun Sign(n: int): int { // error: E0501
    if (n < 0) {
        return -1;
    }
}
