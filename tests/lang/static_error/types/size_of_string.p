// A string is no collection.

fun Length(s: string): int {
    return sizeof(s); // error: E0416
}
