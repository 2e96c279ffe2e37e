// The names of the fields count.

fun Store() {
    var t: (x: int, y: int);
    t = (x = 1, z = 2); // error: E0401
}
