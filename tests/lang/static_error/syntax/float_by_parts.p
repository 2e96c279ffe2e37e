// The form with mantissa and exponent is not supported.

fun Tiny(): float {
    return float(1, 9); // error: E0106
}
