// Not even inside a tuple.

fun Store(m: machine) {
    var d: data;
    d = (1, m); // error: E0401
}
