// Both operands are of one kind.

fun Arithmetic(n: int, x: float, s: string) {
    n = n + n - n * n / n % n;
    x = x + x - x * x / x;
    x = x % 2.0;
    n = -n;
    x = -x;
    s = s + "more" + s;
}
