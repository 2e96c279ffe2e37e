// Only maps have keys.

fun Names(s: seq[int]): seq[int] {
    return keys(s); // error: E0416
}
