// A loop may end.

fun Search(s: seq[int]): int { // error: E0501
    while (true) {
        return s[0];
    }
}
