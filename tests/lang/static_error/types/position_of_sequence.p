// A sequence has elements, not positions.

fun Read(s: seq[int]): int {
    return s.0; // error: E0420
}
