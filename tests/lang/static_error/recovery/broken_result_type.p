// A function whose result is broken fits everywhere.

fun One(): { // error: E0101
    return 1;
}

fun Two(): int {
    return One() + One();
}
