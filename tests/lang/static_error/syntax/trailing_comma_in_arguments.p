// A comma promises another argument.

fun Add(a: int, b: int): int {
    return a + b;
}

fun Sum(): int {
    return Add(1, 2,); // error: E0101
}
