// Functions without effects serve specs as well.

event eTick: int;

fun Larger(a: int, b: int): int {
    if (a < b) { return b; }
    return a;
}

pure Bound(n: int): bool = n < 100;

spec Grows observes eTick {
    var most: int;

    start state Init {
        on eTick do (n: int) {
            most = Larger(n, most);
            assert Bound(most) ==> n <= most;
        }
    }
}
