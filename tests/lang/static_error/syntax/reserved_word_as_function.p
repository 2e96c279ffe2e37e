// `print` cannot name a function.

fun print(n: int) { } // error: E0108
