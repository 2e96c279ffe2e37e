// The elements must fit.

fun Store(a: seq[any]) {
    var s: seq[int];
    s = a; // error: E0401
}
