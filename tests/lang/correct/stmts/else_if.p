// A chain of alternatives, with and without braces.

fun Name(n: int): string {
    if (n == 0) {
        return "zero";
    } else if (n == 1)
        return "one";
    else if (n == 2) {
        return "two";
    } else
        return "many";
}
