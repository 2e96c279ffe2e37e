// A call with an argument of the wrong type.

fun Add(a: int, b: int): int {
    return a + b;
}

fun Sum(): int {
    return Add(1, "two"); // error: E0401
}
