// Not even `any`, which may hold one.

fun Work(x: any) {
    if (x) { print "yes"; } // error: E0418
}
