// Every statement is checked.

fun Work(n: int, b: bool, s: seq[int]): int {
    n = b; // error: E0401
    b = n + 1; // error: E0401
    s += (0, b); // error: E0401
    if (n) { print "some"; } // error: E0418
    print n; // error: E0419
    while (s) { break; } // error: E0418
    return s; // error: E0401
}
