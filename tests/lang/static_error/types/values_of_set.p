// Only maps have values.

fun Names(s: set[int]): seq[int] {
    return values(s); // error: E0416
}
