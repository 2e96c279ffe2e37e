// Parameters and local variables share one scope.

fun Count(n: int) {
    var n: int; // error: E0201
}
