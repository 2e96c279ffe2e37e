// Nor does an unknown name spread.

fun Work(): int {
    var n: int;
    n = count + 1; // error: E0202
    n = sizeof(items) * 2; // error: E0202
    return n;
}
