// A message is a string.

fun Work(n: int) {
    assert n > 0, n; // error: E0419
}
