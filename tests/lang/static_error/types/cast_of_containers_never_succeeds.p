// Nor is a sequence a set.

fun Read(s: seq[int]): set[int] {
    return s as set[int]; // error: E0413
}
