// Also inside functions.

param nodes: int;

fun Count() {
    var nodes: int; // error: E0211
}
