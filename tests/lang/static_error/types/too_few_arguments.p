// One argument is missing.

fun Add(a: int, b: int): int {
    return a + b;
}

fun Sum(): int {
    return Add(1); // error: E0406
}
