// The target of an assignment starts at a variable.

fun One(): int {
    return 1;
}

fun Reset() {
    One() = 2; // error: E0101
}
