// A set is no sequence.

fun Store(a: set[int]) {
    var s: seq[int];
    s = a; // error: E0401
}
