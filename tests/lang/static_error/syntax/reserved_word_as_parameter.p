// `data` is a type.

fun Store(data: int): int { // error: E0108
    return 0;
}
