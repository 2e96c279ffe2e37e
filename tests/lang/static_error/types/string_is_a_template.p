// Every string is a format; this one lacks its argument.

fun Show() {
    print "{0}"; // error: E0406
}
