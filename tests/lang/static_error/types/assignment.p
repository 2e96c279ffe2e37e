// A bool into an int.

fun Store() {
    var n: int;
    n = true; // error: E0401
}
