// A tuple of one field ends with a comma.

fun Make(): any {
    return (only = 1); // error: E0101
}
