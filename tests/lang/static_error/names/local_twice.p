// Two local variables of one function.

fun Count() {
    var n: int;
    var n: bool; // error: E0201
}
