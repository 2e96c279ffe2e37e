// A float needs digits after its point.

fun One(): float {
    return 1.; // error: E0101
}
