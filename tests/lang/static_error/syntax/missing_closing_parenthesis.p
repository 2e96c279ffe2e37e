// A call whose arguments do not end.

fun Twice(n: int): int {
    return (n + n; // error: E0101
}
