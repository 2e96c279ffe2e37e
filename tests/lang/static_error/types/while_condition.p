// Nor a collection.

fun Work(s: seq[int]) {
    while (s) { s -= 0; } // error: E0418
}
