// No int is a bool.

fun Read(n: int): bool {
    return n as bool; // error: E0413
}
