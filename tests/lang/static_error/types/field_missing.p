// The tuple has no such field.

fun Read(t: (x: int, y: int)): int {
    return t.z; // error: E0404
}
