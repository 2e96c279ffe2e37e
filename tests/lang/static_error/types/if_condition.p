// A condition is a bool, never a number.

fun Work(n: int) {
    if (n) { print "some"; } // error: E0418
}
