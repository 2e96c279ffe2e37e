// Tuples and named tuples do not mix.

fun Store() {
    var t: (x: int, y: int);
    t = (1, 2); // error: E0401
}
