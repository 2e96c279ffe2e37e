// A brace is written twice.

fun Show() {
    print "50 } 60"; // error: E0412
}
