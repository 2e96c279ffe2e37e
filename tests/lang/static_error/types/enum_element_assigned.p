// Nor is an enum element.

enum Colour { RED, GREEN }

fun Write() {
    RED = GREEN; // error: E0417
}
