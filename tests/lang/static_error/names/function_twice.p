// There is no overloading.

fun Show(n: int) { print format("{0}", n); }
fun Show(b: bool) { print format("{0}", b); } // error: E0201
