// Tuples of different shapes.

fun Same(a: (int, int), b: (int, bool)): bool {
    return a == b; // error: E0402
}
