// A statement that makes no sense costs itself only.

fun Work(n: int): int {
    n = = 1; // error: E0101
    while (n < 3) {
        n + ; // error: E0101
        n = n + 1;
    }
    foreach n { // error: E0101
        n = 1;
    }
    n = "x"; // error: E0401
    return n;
}
