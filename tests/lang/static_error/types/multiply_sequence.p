// Sequences are no numbers.

fun Many(s: seq[int]): seq[int] {
    return s * 2; // error: E0403
}
