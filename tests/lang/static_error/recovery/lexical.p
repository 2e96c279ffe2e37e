// Bad characters and numbers do not stop the reading.

fun Work(): int {
    var n: int;
    n = 99999999999; // error: E0105
    n = 1 ~; // error: E0104
    n = true; // error: E0401
    return n;
}
