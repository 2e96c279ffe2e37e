// What foreign functions require and ensure.

fun Half(n: int) return (half: int);
    requires n >= 0;
    ensures half + half <= n;
    ensures n - half <= half + 1;

fun Pick(s: set[int]) return (x: int);
    ensures x in s;

fun Nothing();

fun Use(): int {
    return Half(7) + Pick(default(set[int]));
}
