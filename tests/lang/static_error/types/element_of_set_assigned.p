// The elements of a set can be read, not replaced.

fun Write(s: set[int]) {
    s[0] = 1; // error: E0417
}
