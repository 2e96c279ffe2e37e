// Two components are not three.

fun Store() {
    var t: (int, int, int);
    t = (1, 2); // error: E0401
}
