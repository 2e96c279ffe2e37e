// A tuple type with a broken field has no known fields.

type tPair = (x: int, y bool); // error: E0101

fun Read(p: tPair): bool {
    return p.y && p.x == 1;
}
