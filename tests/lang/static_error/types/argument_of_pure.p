// The same for pure functions.

pure Next(n: int): int = n + 1;

fun Step(): int {
    return Next(true); // error: E0401
}
