// Each component has its type.

fun Store() {
    var t: (int, bool);
    t = (1, 2); // error: E0401
}
