// The same on the left of an assignment.

fun Write(t: (x: int, y: int)) {
    t.z = 1; // error: E0404
}
