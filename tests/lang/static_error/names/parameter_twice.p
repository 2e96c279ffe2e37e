// Two parameters of one function.

fun Add(
    a: int,
    a: int // error: E0201
): int {
    return 0;
}
