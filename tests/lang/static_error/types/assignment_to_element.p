// An element of the wrong type.

fun Store() {
    var s: seq[int];
    s += (0, 1);
    s[0] = true; // error: E0401
}
