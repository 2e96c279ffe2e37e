// A type that does not end costs its own declaration only.

fun Count(): int {
    var m: map[int, seq[int]; // error: E0101
    var n: int;
    n = 1;
    m[n] += (0, n);
    return n;
}
