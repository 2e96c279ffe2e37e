// An implication is between bools.

fun Follows(n: int, b: bool): bool {
    return b ==> n; // error: E0403
}
