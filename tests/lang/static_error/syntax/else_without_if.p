// Nothing to be the alternative of.

fun Choose(b: bool) {
    print "no if";
    else { print "otherwise"; } // error: E0101
}
