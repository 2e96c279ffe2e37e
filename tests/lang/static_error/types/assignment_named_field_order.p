// The order of the fields counts.

fun Store() {
    var t: (x: int, y: int);
    t = (y = 1, x = 2); // error: E0401
}
