// A map removes by key.

fun Drop(m: map[string, int]) {
    m -= 1; // error: E0401
}
