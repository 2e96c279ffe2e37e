// And what a function requires.

fun Half(n: int) return (half: int);
    requires n; // error: E0418
    ensures half + half <= n;
