// A number has no fields.

fun Read(n: int): int {
    return n.x; // error: E0420
}
