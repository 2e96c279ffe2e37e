// Numbers are printed through `format`.

fun Work(n: int) {
    print n; // error: E0419
}
