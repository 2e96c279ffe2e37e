// A sum of one number.

fun Sum(): int {
    return 1 + ; // error: E0101
}
