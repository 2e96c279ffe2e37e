// Uses of a variable whose declaration is broken are not unknown names.

fun Count(): int {
    var : int; // error: E0101
    n = 1;
    n = n + 1;
    return n;
}
