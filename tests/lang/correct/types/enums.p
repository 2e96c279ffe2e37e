// Enums count by themselves or by hand; elements are global names.

enum Colour { RED, GREEN, BLUE }
enum Level { LOW = 1, MIDDLE = 10, HIGH = 100 }
enum Single { ONLY }
enum Same { FIRST = 7, SECOND = 7 }

fun Enums(c: Colour, l: Level): bool {
    var m: map[Colour, Level];
    c = GREEN;
    l = HIGH;
    m[c] = l;
    m[RED] = LOW;
    return c == RED || l != LOW || m[BLUE] == MIDDLE || BLUE in m || LOW to int == 1;
}
