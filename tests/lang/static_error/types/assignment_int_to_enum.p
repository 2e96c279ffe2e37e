// An enum takes its own elements only.

enum Colour { RED, GREEN }

fun Paint() {
    var c: Colour;
    c = 1; // error: E0401
}
