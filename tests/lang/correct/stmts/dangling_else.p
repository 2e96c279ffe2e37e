// An else belongs to the nearest if.

fun Sign(n: int): int {
    if (n >= 0)
        if (n > 0)
            return 1;
        else
            return 0;
    return -1;
}
