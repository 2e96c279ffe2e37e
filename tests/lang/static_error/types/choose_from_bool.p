// `choose()` alone gives a bool.

fun Pick(): bool {
    return choose(true); // error: E0410
}
