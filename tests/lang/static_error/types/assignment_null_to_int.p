// Only references can be null.

fun Store() {
    var n: int;
    n = null; // error: E0401
}
