// A field of the wrong type.

fun Store() {
    var t: (x: int, y: bool);
    t.y = 1; // error: E0401
}
