// `!x in s` is `(!x) in s`.

fun Missing(x: int, s: seq[int]): bool {
    return !x in s; // error: E0403
}
