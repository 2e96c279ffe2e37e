// A foreach would modify it.

param nodes: int;

fun Walk(s: seq[int]) {
    foreach (nodes in s) { } // error: E0213
}
