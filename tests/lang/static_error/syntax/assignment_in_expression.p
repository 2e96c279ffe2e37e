// An assignment has no value.

fun Reset() {
    var a: int;
    var b: int;
    a = b = 0; // error: E0101
}
