// A float is a number, a point and a number; white space may be between.

fun Floats(): float {
    var x: float;
    x = 1.5;
    x = .5;
    x = 0.25;
    x = 1 . 5;
    x = -3.0;
    x = 1.5 + .5 * 2.0;
    return x;
}
