// Different things have no order.

fun Before(a: int, b: string): bool {
    return a <= b; // error: E0403
}
