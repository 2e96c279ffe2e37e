// The default of an unknown type.

fun Reset() {
    var n: int;
    n = default(tCount); // error: E0207
}
