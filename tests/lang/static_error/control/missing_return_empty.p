// No result at all.

fun One(): int { } // error: E0501
