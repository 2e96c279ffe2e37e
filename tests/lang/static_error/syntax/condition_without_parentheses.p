// Modern P wants parentheses around a condition.

fun Check(b: bool) {
    if !b // error: E0101
        print "no";
}
