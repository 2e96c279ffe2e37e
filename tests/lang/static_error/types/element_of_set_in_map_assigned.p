// Also deep inside another container.

fun Write(m: map[int, set[int]]) {
    m[1] += (2);
    m[1] -= 2;
    m[1][0] = 1; // error: E0417
}
