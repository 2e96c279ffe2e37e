// Functions may call themselves and one another.

fun Even(n: int): bool {
    if (n == 0) { return true; }
    return Odd(n - 1);
}

fun Odd(n: int): bool {
    if (n == 0) { return false; }
    return Even(n - 1);
}

fun Factorial(n: int): int {
    if (n < 2) { return 1; }
    return n * Factorial(n - 1);
}
