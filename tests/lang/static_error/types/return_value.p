// A result of the wrong type.

fun One(): int {
    return true; // error: E0401
}
