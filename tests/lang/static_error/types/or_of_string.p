// Or is for bools.

fun Either(s: string, b: bool): bool {
    return s || b; // error: E0403
}
