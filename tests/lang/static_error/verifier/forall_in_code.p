// A quantifier cannot be executed.

fun All(): bool {
    return forall (n: int) :: n == n; // error: E0803
}
