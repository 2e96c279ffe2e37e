// The text asks for one argument more.

fun Show(n: int) {
    print format("{0} of {1}", n); // error: E0406
}
