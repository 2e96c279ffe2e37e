// A message is a string.

fun Work(n: int) {
    assume n > 0, n == 0; // error: E0419
}
