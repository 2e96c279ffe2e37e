// Two enums are two types.

enum Colour { RED, GREEN }
enum Mood { CALM, ANGRY }

fun Paint() {
    var c: Colour;
    c = ANGRY; // error: E0401
}
