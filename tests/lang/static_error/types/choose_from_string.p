// Choose from a number or a collection.

fun Pick(): string {
    return choose("abc"); // error: E0410
}
