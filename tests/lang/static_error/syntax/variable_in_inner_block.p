// A block inside a body declares nothing.

fun Count(): int {
    if (true) {
        var n: int; // error: E0101
    }
    return 0;
}
