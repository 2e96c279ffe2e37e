// One argument too many, in a statement.

fun Show(n: int) { print format("{0}", n); }

fun Work() {
    Show(1, 2); // error: E0406
}
