// One branch forgets.

fun Sign(n: int): int { // error: E0501
    if (n < 0) {
        return -1;
    } else if (n > 0) {
        return 1;
    } else {
        print "zero";
    }
}
