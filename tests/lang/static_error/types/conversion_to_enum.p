// No way from a number to an enum.

enum Colour { RED, GREEN }

fun Paint(n: int): Colour {
    return n to Colour; // error: E0407
}
