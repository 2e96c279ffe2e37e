// Local variables come first.

fun Count(): int {
    print "counting";
    var n: int; // error: E0101
    return 0;
}
