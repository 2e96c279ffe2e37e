// Numbers are not converted by themselves.

fun Store() {
    var x: float;
    x = 1; // error: E0401
}
