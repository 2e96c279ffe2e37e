// A call of a function whose parameters are broken says nothing.

fun Add(a int, b: int): int { // error: E0101
    return a + b;
}

fun Sum(): int {
    return Add(1, 2) + Add(3, 4);
}
