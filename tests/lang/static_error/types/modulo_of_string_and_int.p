// `%` formats nothing.

fun Rest(s: string): string {
    return s % 2; // error: E0403
}
