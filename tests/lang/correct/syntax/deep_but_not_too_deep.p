// Nesting that is unusual and still allowed.

fun Deep(n: int): int {
    n = ((((((((((((((((((((((((((((((n))))))))))))))))))))))))))))));
    n = - - - - - - - - n;
    if (!!!!!!!!(n == 1)) { { { { { { { { n = 2; } } } } } } } }
    return n;
}
