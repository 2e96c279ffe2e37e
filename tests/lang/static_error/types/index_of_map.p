// A map is indexed by its key type.

fun Look(m: map[string, int]): int {
    return m[0]; // error: E0401
}
