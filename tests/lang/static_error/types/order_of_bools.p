// Bools have no order.

fun Before(a: bool, b: bool): bool {
    return a < b; // error: E0403
}
