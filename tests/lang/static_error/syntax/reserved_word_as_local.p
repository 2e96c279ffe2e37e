// `set` is a type.

fun Collect() {
    var set: int; // error: E0108
}
