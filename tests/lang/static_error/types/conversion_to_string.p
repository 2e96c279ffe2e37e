// `to` makes numbers and permissions only.

fun Text(n: int): string {
    return n to string; // error: E0407
}
