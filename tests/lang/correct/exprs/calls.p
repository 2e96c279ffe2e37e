// Calls of functions and pure functions, as expressions and statements.

pure Square(n: int): int = n * n;

fun None() { }

fun Two(a: int, b: bool): int {
    if (b) { return a; }
    return Square(a);
}

fun Calls(): int {
    None();
    Two(1, true);
    return Two(Two(1, false), Two(2, true) == Square(2)) + Square(Square(3));
}
