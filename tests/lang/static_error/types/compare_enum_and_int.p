// An element is no number; `to int` makes one of it.

enum Colour { RED, GREEN }

fun Same(c: Colour): bool {
    return c == 1; // error: E0402
}
