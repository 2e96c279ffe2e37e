// Functions do not nest.

fun Outer() {
    fun Inner() { } // error: E0101
}
