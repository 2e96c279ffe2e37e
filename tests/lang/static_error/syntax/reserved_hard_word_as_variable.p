// Words that mean something in every place of the language.

fun Count() {
    var state: int; // error: E0108
}
