// Syntax errors do not keep the types from being checked.

fun Broken(): int {
    return 1 + ; // error: E0101
}

fun Wrong(): int {
    return true; // error: E0401
}
