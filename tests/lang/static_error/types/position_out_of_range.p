// Positions count from 0.

fun Read(t: (int, int)): int {
    return t.2; // error: E0405
}
