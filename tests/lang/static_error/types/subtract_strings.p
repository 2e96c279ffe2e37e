// Strings can be joined, not subtracted.

fun Less(a: string, b: string): string {
    return a - b; // error: E0403
}
