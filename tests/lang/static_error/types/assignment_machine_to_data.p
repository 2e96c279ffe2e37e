// `data` holds no machine.

fun Store(m: machine) {
    var d: data;
    d = m; // error: E0401
}
