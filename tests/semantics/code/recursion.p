// Functions call themselves and one another; locals are each call's own.

fun Fib(n: int): int {
    var a: int;
    if (n < 2) return n;
    a = Fib(n - 1);
    return a + Fib(n - 2);
}

fun Even(n: int): bool {
    if (n == 0) return true;
    return Odd(n - 1);
}

fun Odd(n: int): bool {
    if (n == 0) return false;
    return Even(n - 1);
}

machine Main {
    start state Init {
        entry {
            print format("{0}", Fib(15));  // prints: 610
            assert Even(100) && !Odd(100) && Odd(7);
        }
    }
}
