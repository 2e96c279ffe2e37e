// The variable of a foreach is declared before it.

fun Walk(s: seq[int]) {
    foreach (x in s) { } // error: E0202
}
