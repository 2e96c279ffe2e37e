// A bool is no number.

fun Number(b: bool): int {
    return b to int; // error: E0407
}
