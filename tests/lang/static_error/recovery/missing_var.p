// A declaration without its keyword; its uses are not unknown names.

fun Count(): int {
    n: int; // error: E0101
    n = 1;
    n = n + 1;
    return n;
}
