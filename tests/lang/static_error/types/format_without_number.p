// A place has a number.

fun Show(n: int) {
    print format("{}", n); // error: E0412
}
