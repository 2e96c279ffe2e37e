// Nothing is in a number.

fun Member(n: int): bool {
    return 1 in n; // error: E0416
}
