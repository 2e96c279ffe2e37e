// A sequence is indexed by int.

fun First(s: seq[int]): int {
    return s["0"]; // error: E0401
}
