// `choose()` is a bool, `choose(2)` an int.

fun Pick(): int {
    return choose(); // error: E0401
}
