// A function with a result returns one.

fun One(): int {
    return; // error: E0401
}
