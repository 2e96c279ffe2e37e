// Nothing is known of a tuple whose field has no name.

type tPair = (: int, y: bool); // error: E0101

fun Read(p: tPair): int {
    if (p.y) { return p.x; }
    return 0;
}
