// A string is in no sequence of ints.

fun Member(s: seq[int]): bool {
    return "one" in s; // error: E0401
}
