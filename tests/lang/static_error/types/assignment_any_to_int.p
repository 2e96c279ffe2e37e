// From `any` only with a cast.

fun Store(x: any) {
    var n: int;
    n = x; // error: E0401
}
