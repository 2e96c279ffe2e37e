// A literal that would not fit into a machine word either.

fun Limit(): int {
    return 123456789012345678901234567890; // error: E0105
}
